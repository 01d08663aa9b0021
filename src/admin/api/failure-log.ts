import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';

export type LogFailure = (line: string) => void;

type Named = Pick<Endpoint, 'method' | 'path'>;

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.kind === 'answered' ? `answered with status ${error.status}` : error.kind;
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
}

/** Logs a call that fails by its path pattern, so without ids and without anything that was typed or answered. */
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

/** The browser's console. */
export const logToConsole: LogFailure = (line) => {
  // oxlint-disable-next-line eslint/no-console -- a browser has no other log.
  console.error(line);
};
