import type { FormRef } from '#contract/forms/form-ref.ts';
import type { DatabaseConnection } from '#server/db/connection.ts';
import { FormCache } from '#server/form-store/form-cache.ts';
import { figure, type Metric } from '#server/metrics/metric.ts';
import type { WriteDeps } from '#server/write.ts';
import { blockedSubmissions, SignUpOutcomes } from './sign-up-outcomes.ts';
import { signUpWriter, type WriterDeps } from './sign-up-writer.ts';

interface SignUpServiceDeps extends Pick<WriteDeps, 'notify' | 'canMail'>, Pick<WriterDeps, 'log'> {
  readonly database: Pick<DatabaseConnection, 'db' | 'pool'>;
  readonly secret: string;
  /** For texts about when sign-up opens. */
  readonly timeZone: string;
  readonly now?: () => number;
}

export type SignUpService = ReturnType<typeof createSignUpService>;

/** Call it once per process: all sign-ups of a process share its cached forms and its batched commits. */
export function createSignUpService({ database: { db, pool }, log, notify, now = Date.now, ...settings }: SignUpServiceDeps) {
  const { timeZone, canMail } = settings;
  const outcomes = new SignUpOutcomes();
  const countBlocked = blockedSubmissions(pool, (err) => log.warn({ err }, 'Blocked submissions could not be counted'));
  return {
    ...settings,
    db,
    now,
    outcomes,
    countBlocked,
    countLimited: (ref: FormRef): void => {
      outcomes.add('limited');
      countBlocked(ref);
    },
    forms: new FormCache(db, timeZone, now),
    writer: signUpWriter(pool, { db, canMail, notify, log }),
  };
}

export const signUpMetrics = ({ outcomes, writer }: SignUpService): Metric[] => [
  figure('turnout_sign_ups_total', 'Sign-ups by outcome', () =>
    [...outcomes.counts].map(([outcome, value]) => ({ labels: { outcome }, value })),
  ),
  figure('turnout_sign_ups_waiting', 'Sign-ups waiting in memory to be stored', () => [{ value: writer.waiting() }]),
];
