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
