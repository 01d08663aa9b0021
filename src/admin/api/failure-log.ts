import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';

/** Takes one line about a call that failed. */
export type LogFailure = (line: string) => void;

type Named = Pick<Endpoint, 'method' | 'path'>;

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.kind === 'answered' ? `answered with status ${error.status}` : error.kind;
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
}

/**
 * Runs a call and logs when it fails, whoever is told of it besides (spec section 8). The line names the call by its pattern:
 * neither ids nor anything that was typed or answered is in it. What its caller gave up is no failure.
 */
export async function logged<Result>(
  log: LogFailure,
  { method, path }: Named,
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
) {
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted !== true) log(`${method} ${path} failed: ${reasonOf(error)}`);
    throw error;
  }
}

/** The console of the browser: where whoever looks for the cause of a failure looks first. */
export const logToConsole: LogFailure = (line) => {
  // biome-ignore lint/suspicious/noConsole: a browser has no other log.
  console.error(line);
};
