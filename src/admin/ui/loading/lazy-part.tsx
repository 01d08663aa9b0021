import { Component, type ComponentType, lazy, type LazyExoticComponent, type ReactNode, Suspense, useEffect, useState } from 'react';
import { z } from 'zod';
import { stored } from '#admin/browser-storage.ts';
import { hasUnsavedWork } from '../dialogs/unsaved-work.ts';
import { ErrorState } from '../states/page-state.tsx';
import { showFailure } from '../states/show-alert.tsx';

/** A script of the app could not be loaded: the server was upgraded and no longer has it, or there is no connection. */
export class ScriptError extends Error {
  override name = 'ScriptError';
}

/** Loads a part of the app that has its own script. @throws ScriptError */
export async function loadScript<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    throw new ScriptError('This part of Turnout could not be loaded.', { cause: error });
  }
}

const reload = (): void => window.location.reload();

/** Why a script did not load, and what to do. */
async function staleScriptMessage(): Promise<string> {
  const cause = (await isServerThere())
    ? 'Turnout may have been updated, so'
    : `${navigator.onLine ? 'The server could not be reached.' : 'You are offline.'} When you are connected again,`;
  return `${cause} ${hasUnsavedWork() ? 'save what you have typed, then ' : ''}reload the page.`;
}

/** A component with its own script, loaded when it is first rendered, inside a `LazyPart` or `LazyOverlay`. */
export const lazyPart = <Props,>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await loadScript(load) }));

/** Catches a script that failed to load; other errors reach the page's error boundary. */
class ScriptBoundary extends Component<{ failure: (error: ScriptError) => ReactNode; children: ReactNode }, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error }: { error: unknown } = this.state;
    if (error === undefined) return this.props.children;
    if (error instanceof ScriptError) return this.props.failure(error);
    // oxlint-disable-next-line typescript/only-throw-error -- rethrown unchanged
    throw error;
  }
}

/** A part of a page with its own script, loaded with the page; when the script fails to load, a message with a Reload button is shown. */
export const LazyPart = ({ waiting, children }: { waiting: ReactNode; children: ReactNode }) => (
  <ScriptBoundary failure={(error) => <PartFailure error={error} waiting={waiting} />}>
    <Suspense fallback={waiting}>{children}</Suspense>
  </ScriptBoundary>
);

function PartFailure({ error, waiting }: { error: ScriptError; waiting: ReactNode }) {
  const advice = useAdvice(error);
  if (advice === undefined) return waiting;
  return <ErrorState message={error.message} text={advice} action="Reload" onRetry={reload} />;
}

interface LazyOverlayProps {
  opened: boolean;
  onClose: () => void;
  waiting?: ReactNode;
  children: ReactNode;
}

/** A dialog or menu with its own script, loaded when it is mounted; when the script fails to load, an alert with a Reload button is shown. */
export const LazyOverlay = ({ opened, onClose, waiting = null, children }: LazyOverlayProps) => (
  <ScriptBoundary failure={(error) => <OverlayFailure error={error} opened={opened} onClose={onClose} />}>
    <Suspense fallback={waiting}>{children}</Suspense>
  </ScriptBoundary>
);

function OverlayFailure({ error, opened, onClose }: Omit<LazyOverlayProps, 'children' | 'waiting'> & { error: ScriptError }) {
  const mustShowAlert = useAdvice(error) !== undefined && opened;
  useEffect(() => {
    if (!mustShowAlert) return;
    void staleScriptMessage().then((text) => showFailure({ title: error.message, text, action: { label: 'Reload', onClick: reload } }));
    onClose();
  }, [mustShowAlert, error, onClose]);
  return null;
}

const reloaded = stored('turnout:reloaded', z.string(), 'session');

/** Identifies the running build: the script's file name differs in every build. */
const build = (): string => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';

/** Without a connection a reload would show the browser's error page. */
const isServerThere = async (): Promise<boolean> =>
  fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Reloads the page for a script that no longer exists, once per build and tab, never losing unsaved edits; false if it does not. */
export async function reloadOnce(): Promise<boolean> {
  if (reloaded.read() === build() || hasUnsavedWork() || !(await isServerThere())) return false;
  // Without storage it could reload forever.
  if (!reloaded.write(build())) return false;
  reload();
  return true;
}

/** What to do about an error. For a script that no longer exists it is undefined until it is clear that the page is not reloaded. */
export function useAdvice(error: unknown): string | undefined {
  const isScript = error instanceof ScriptError;
  const [advice, setAdvice] = useState(isScript ? undefined : 'Reloading the page usually helps.');
  useEffect(() => {
    if (isScript) void reloadOnce().then(async (isReloading) => isReloading || setAdvice(await staleScriptMessage()));
  }, [isScript]);
  return advice;
}
