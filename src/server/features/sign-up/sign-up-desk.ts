import type { DatabaseConnection } from '#server/db/connection.ts';
import type { SignUpDeps } from './commands.ts';
import { FormStore } from './form-store.ts';
import { RefusedTries } from './refused-tries.ts';
import { SignUpWriter } from './sign-up-writer.ts';
import { workerWake } from './worker-wake.ts';

interface DeskSettings {
  readonly database: Pick<DatabaseConnection, 'db' | 'pool'>;
  /** Seals the stamps of the page's own posts (setting SESSION_SECRET). */
  readonly secret: string;
  readonly log: { warn(details: { err: unknown }, message: string): void };
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** What signing up needs, made once per process: all sign-ups of a process share its forms in memory and its commits. */
export function signUpDesk({ database: { db, pool }, secret, log, now = Date.now }: DeskSettings): SignUpDeps {
  const wake = workerWake(pool, (err) => log.warn({ err }, 'Workers could not be told of new sign-ups'));
  const refusedTries = new RefusedTries(pool, (err) => log.warn({ err }, 'Refused tries could not be counted'));
  return { db, forms: new FormStore(db), writer: new SignUpWriter(pool, wake), refusedTries, secret, now };
}
