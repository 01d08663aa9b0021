import { useEffect, useState } from 'react';
import { z } from 'zod';
import { stored } from '#admin/stored.ts';
import { ScriptError } from './load-script.ts';

const reloaded = stored('turnout:reloaded', z.string(), 'session');

/** Identifies the running build: the script's file name differs in every build. */
const build = (): string => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';

/** Whether the page has unsaved edits: runs the handlers that block closing the tab. */
export const hasUnsavedEdits = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Without a connection a reload would show the browser's error page. */
const isServerThere = async (): Promise<boolean> =>
  fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Reloads the page for a script that no longer exists, once per build and tab, never over unsaved edits; false when it does not. */
export async function reloadOnce(): Promise<boolean> {
  if (reloaded.read() === build() || hasUnsavedEdits() || !(await isServerThere())) return false;
  // Without storage it could go on forever.
  if (!reloaded.write(build())) return false;
  window.location.reload();
  return true;
}

/** Reloads the page when one of its scripts no longer exists; returns false once it is clear that no reload will happen and a message is needed. */
export function useReloadOnce(error: unknown): boolean {
  const isScript = error instanceof ScriptError;
  const [isTrying, setTrying] = useState(isScript);
  useEffect(() => {
    if (isScript) void reloadOnce().then(setTrying);
  }, [isScript]);
  return isTrying;
}
