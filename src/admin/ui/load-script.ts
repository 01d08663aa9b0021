import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A script of the app could not be loaded: its file went with an upgrade of the server, or the connection is gone. */
export class ScriptError extends Error {
  override name = 'ScriptError';
}

/**
 * Loads what stands in a script of its own.
 * @throws ScriptError when the script does not come
 */
export async function loadScript<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    throw new ScriptError('This part of Turnout could not be loaded.', { cause: error });
  }
}

/** A component in a script of its own, loaded when it is first drawn; it stands in a `LazyPart` or a `LazyDialog`. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await loadScript(load) }));
