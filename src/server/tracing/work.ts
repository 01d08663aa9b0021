import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';

const CODE = /^[\w.-]{1,60}$/;

/** The first word of a reason, where it is a code. */
export function asCode(reason: unknown): string | undefined {
  const [first = ''] = typeof reason === 'string' ? reason.split(' ') : [];
  return CODE.test(first) ? first : undefined;
}

/** What went wrong, in a code without what a person typed: the reason of a service, the code of a database, or the class of the error. */
export function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return asCode(Reflect.get(error, 'reason')) ?? asCode(Reflect.get(error, 'code')) ?? error.name;
}

/** Some work of this process, as traces show it: names, numbers and codes, never what a person typed, and never a token. */
export interface Work {
  readonly name: string;
  /** `request`, `task` and `poll` begin a trace, a poll without its queries; a `call` to a service and a `query` belong to the current work. */
  readonly kind: 'request' | 'task' | 'poll' | 'call' | 'query';
  /** May be added to until the work ends. */
  readonly facts: Record<string, string | number>;
  /** Why it failed, in a code, where it does not throw. */
  failure?: string | undefined;
  /** Whether a poll found nothing to do: then it is not shown. */
  isIdle?: boolean;
  /** The requests that a task is done for. */
  readonly requests?: readonly Work[];
}

/** The exporter of traces subscribes to it; without subscribers it costs nothing. */
export const workChannel = tracingChannel<Work, Work | undefined>('turnout:work');

/** The work that the running code belongs to, while traces are shown. */
export const currentWork = new AsyncLocalStorage<Work | undefined>();

/** Does some work that traces show. @throws what `run` throws */
export const traced = async <T>(work: Work, run: (work: Work) => Promise<T>): Promise<T> =>
  workChannel.tracePromise(run, work, undefined, work);
