import { useEffect, useState } from 'react';
import { ScriptError } from './load-script.ts';
import { reloadOnce } from './reload-once.ts';

/** Reloads the page when one of its scripts is gone; returns false once it is clear that no reload will happen and a message is needed. */
export function useReloadOnce(error: unknown): boolean {
  const isScript = error instanceof ScriptError;
  const [isTrying, setTrying] = useState(isScript);
  useEffect(() => {
    if (isScript) void reloadOnce().then(setTrying);
  }, [isScript]);
  return isTrying;
}
