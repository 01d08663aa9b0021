import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { HONEYPOT_NAME } from '#contract/rules/payload-keys.ts';
import { Batcher } from '#server/db/batcher.ts';
import type { DatabaseConnection } from '#server/db/connection.ts';
import { isRowLevelError, isTransient } from '#server/db/outage.ts';
import { AppError } from '#server/errors.ts';
import { FormCache } from '#server/form-store/form-cache.ts';
import { figure, type Metric } from '#server/metrics/metric.ts';
import { signUpWriter, type WriterDeps } from './sign-up-writer.ts';

/** The pause after each statement, so that a flood of spam does not become a flood of statements. */
const PAUSE_MS = 50;

/** Rows are locked in the order of their keys, so that two servers cannot deadlock; deleted forms are skipped. */
const COUNT_BLOCKED = `
  insert into blocked_submissions (form_id, day, tries)
  select forms.id, (now() at time zone 'UTC')::date, count(*)
  from json_to_recordset($1) as sent (kind text, id uuid) join forms on forms.id = sent.id and forms.kind = sent.kind
  group by forms.id
  order by forms.id
  on conflict (form_id, day) do update set tries = blocked_submissions.tries + excluded.tries`;

/** Counts sign-ups that spam checks or rate limits refused, by form and UTC day. @returns counts one, without waiting for the database */
export function blockedSubmissions(pool: pg.Pool, onFailure: (error: unknown) => void): (ref: FormRef) => void {
  const submissions = new Batcher<FormRef, undefined>({
    run: async (refs) => {
      const sent = refs.map(({ kind, id }) => ({ kind, id }));
      await pool.query({ name: 'count-blocked-submissions', text: COUNT_BLOCKED, values: [JSON.stringify(sent)] });
      await sleep(PAUSE_MS, undefined, { ref: false });
      return refs.map(() => undefined);
    },
    isItemLevelError: isRowLevelError,
  });
  return (ref) => void submissions.add(ref).catch(onFailure);
}

const OUTCOMES = [
  'stored',
  /** A repeated call that got its first answer. */
  'repeated',
  'spam',
  /** Over a limit of PUBLIC_RATE_LIMIT or DAILY_SIGN_UP_QUOTA. */
  'limited',
  'invalid',
  'full',
  /** A post from a page that had been open for too long. */
  'outdated_page',
  'key_reused',
  'unknown_form',
  'unavailable',
  'failed',
] as const;
export type SignUpOutcome = (typeof OUTCOMES)[number];

function invalidOutcomeOf({ details: { errors, places } }: AppError): SignUpOutcome {
  if (errors === undefined || errors[0]?.path === HONEYPOT_NAME) return 'spam';
  return places === undefined ? 'invalid' : 'full';
}

function outcomeOf(error: unknown): SignUpOutcome {
  if (isTransient(error)) return 'unavailable';
  if (!(error instanceof AppError)) return 'failed';
  if (error.code === 'invalid') return invalidOutcomeOf(error);
  if (error.code === 'conflict') return 'key_reused';
  if (error.code === 'not_found') return 'unknown_form';
  return error.code === 'unavailable' ? 'unavailable' : 'failed';
}

class SignUpOutcomes {
  readonly counts = new Map<SignUpOutcome, number>(OUTCOMES.map((outcome) => [outcome, 0]));

  add(outcome: SignUpOutcome): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }

  addFailure(error: unknown): void {
    this.add(outcomeOf(error));
  }
}

interface SignUpServiceDeps extends Omit<WriterDeps, 'db'> {
  readonly database: Pick<DatabaseConnection, 'db' | 'pool'>;
  readonly secret: string;
  /** For texts about when sign-up opens. */
  readonly timeZone: string;
  readonly now?: () => number;
}

export type SignUpService = ReturnType<typeof createSignUpService>;

/** Call it once per process: all sign-ups of a process share its cached forms and its batched commits. */
export function createSignUpService({ database: { db, pool }, now = Date.now, ...deps }: SignUpServiceDeps) {
  const { timeZone, log } = deps;
  const outcomes = new SignUpOutcomes();
  const countBlocked = blockedSubmissions(pool, (err) => log.warn({ err }, 'Blocked submissions could not be counted'));
  return {
    ...deps,
    db,
    now,
    outcomes,
    countBlocked,
    countLimited: (ref: FormRef): void => {
      outcomes.add('limited');
      countBlocked(ref);
    },
    forms: new FormCache(db, timeZone, now),
    writer: signUpWriter(pool, { ...deps, db }),
  };
}

export const signUpMetrics = ({ outcomes, writer }: SignUpService): Metric[] => [
  figure('turnout_sign_ups_total', 'Sign-ups by outcome', () =>
    [...outcomes.counts].map(([outcome, value]) => ({ labels: { outcome }, value })),
  ),
  figure('turnout_sign_ups_waiting', 'Sign-ups waiting in memory to be stored', () => [{ value: writer.waiting() }]),
];
