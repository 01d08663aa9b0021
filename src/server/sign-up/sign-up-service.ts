import type { FormRef } from '#contract/form-ref.ts';
import type { DatabaseConnection, Db } from '#server/db/connection.ts';
import { FormCache } from '#server/forms/form-cache.ts';
import { lockForm } from '#server/forms/stored-form.ts';
import { changesOf, type Tell } from '#server/live/change.ts';
import type { Metric } from '#server/metrics/metric.ts';
import { type PlacesDeps, promoteWaiting } from '#server/registrations/promote-waiting.ts';
import { type BlockedSubmissions, blockedSubmissions } from './blocked-submissions.ts';
import { SignUpOutcomes } from './sign-up-outcomes.ts';
import { type SignUpWriter, signUpWriter, type WriterOptions } from './sign-up-writer.ts';

export interface SignUpService {
  readonly db: Db;
  readonly forms: FormCache;
  readonly writer: SignUpWriter;
  readonly blockedSubmissions: BlockedSubmissions;
  readonly outcomes: SignUpOutcomes;
  /** Counts a sign-up that a limit refused. */
  readonly countLimited: (ref: FormRef) => void;
  readonly secret: string;
  /** In which visitors are told when sign-up opens. */
  readonly timeZone: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

async function promoteIn(seriesId: string, eventIds: readonly string[], { db, canMail, tell }: PlacesDeps & { tell: Tell | undefined }) {
  const promoted = await db.transaction().execute(async (tx) => {
    await lockForm(tx, { kind: 'series', id: seriesId });
    return promoteWaiting(tx, { seriesId, eventIds, canMail });
  });
  if (promoted.length > 0) tell?.(...changesOf(promoted));
}

interface SignUpServiceOptions
  extends
    Pick<SignUpService, 'secret' | 'timeZone'>,
    Partial<Pick<SignUpService, 'now'>>,
    Pick<WriterOptions, 'tell'>,
    Pick<PlacesDeps, 'canMail'> {
  readonly database: Pick<DatabaseConnection, 'db' | 'pool'>;
  readonly log: { warn(details: { err: unknown }, message: string): void };
}

/** Call it once per process: all sign-ups of a process share its cached forms and its batched commits. */
export function createSignUpService({
  database: { db, pool },
  secret,
  timeZone,
  canMail,
  log,
  tell,
  now = Date.now,
}: SignUpServiceOptions): SignUpService {
  const warn = (message: string) => (err: unknown) => log.warn({ err }, message);
  const blocked = blockedSubmissions(pool, warn('Blocked submissions could not be counted'));
  const outcomes = new SignUpOutcomes();
  return {
    db,
    forms: new FormCache(db),
    writer: signUpWriter(pool, {
      onWakeFailure: warn('Workers could not be notified of new sign-ups'),
      tell,
      promote: (seriesId, eventIds) =>
        promoteIn(seriesId, eventIds, { db, canMail, tell }).catch(warn('Who waits could not be given free places')),
    }),
    blockedSubmissions: blocked,
    outcomes,
    countLimited: (ref) => {
      outcomes.add('limited');
      blocked.record(ref);
    },
    secret,
    timeZone,
    now,
  };
}

/** What became of the sign-ups that this process was sent. */
export const signUpMetrics = ({ outcomes, writer }: SignUpService): Metric[] => [
  {
    name: 'turnout_sign_ups_total',
    help: 'Sign-ups by what became of them',
    kind: 'counter',
    labels: ['outcome'],
    read: () => [...outcomes.counts].map(([outcome, value]) => ({ labels: { outcome }, value })),
  },
  {
    name: 'turnout_sign_ups_waiting',
    help: 'Sign-ups that wait in memory to be stored',
    kind: 'gauge',
    read: () => [{ value: writer.waiting() }],
  },
];
