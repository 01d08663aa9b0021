import { useEffect, useState } from 'react';
import { ScriptError } from './load-script.ts';
import { reloadOnce } from './reload-once.ts';

/** Loads the page anew when a script of it is gone; false as soon as it is clear that this is no help and words are needed. */
export function useReloadOnce(error: unknown): boolean {
  const isScript = error instanceof ScriptError;
  const [isTrying, setTrying] = useState(isScript);
  useEffect(() => {
    if (isScript) void reloadOnce().then(setTrying);
  }, [isScript]);
  return isTrying;
}
