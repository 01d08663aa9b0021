import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { workChannel } from '#server/tracing/work.ts';

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/** A pool that counts who had to wait because all of its connections were in use. */
export class CountedPool extends pg.Pool {
  #waits = 0;
  #waitedMs = 0;

  /** Since startup; a wait counts when it has ended. */
  get waits(): { readonly count: number; readonly seconds: number } {
    return { count: this.#waits, seconds: this.#waitedMs / 1_000 };
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    const isFree = this.idleCount > 0 || this.totalCount < this.options.max;
    if (callback === undefined) return isFree ? super.connect() : super.connect().finally(this.#begin());
    // The pool calls back from the work that released the connection, to which traces would attribute the query.
    const inWork = workChannel.hasSubscribers ? AsyncLocalStorage.bind(callback) : callback;
    if (isFree) return super.connect(inWork);
    const end = this.#begin();
    return super.connect((...outcome) => {
      end();
      inWork(...outcome);
    });
  }

  #begin(): () => void {
    const since = performance.now();
    return () => {
      this.#waits += 1;
      this.#waitedMs += performance.now() - since;
    };
  }
}
