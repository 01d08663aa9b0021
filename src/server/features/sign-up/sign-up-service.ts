import type { DatabaseConnection } from '#server/db/connection.ts';
import { blockedSubmissions } from './blocked-submissions.ts';
import type { SignUpService } from './commands.ts';
import { FormStore } from './form-store.ts';
import { signUpWriter, type WriterOptions } from './sign-up-writer.ts';

interface SignUpServiceOptions
  extends Pick<SignUpService, 'secret'>, Partial<Pick<SignUpService, 'now'>>, Pick<WriterOptions, 'onDropped' | 'tell'> {
  readonly database: Pick<DatabaseConnection, 'db' | 'pool'>;
  readonly log: { warn(details: { err: unknown }, message: string): void };
}

/** Call it once per process: all sign-ups of a process share its cached forms and its batched commits. */
export function createSignUpService({
  database: { db, pool },
  secret,
  log,
  onDropped,
  tell,
  now = Date.now,
}: SignUpServiceOptions): SignUpService {
  const warn = (message: string) => (err: unknown) => log.warn({ err }, message);
  return {
    db,
    forms: new FormStore(db),
    writer: signUpWriter(pool, { onWakeFailure: warn('Workers could not be notified of new sign-ups'), onDropped, tell }),
    blockedSubmissions: blockedSubmissions(pool, warn('Blocked submissions could not be counted')),
    secret,
    now,
  };
}
