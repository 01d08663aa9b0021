import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeEach, onTestFinished } from 'vitest';
import type { StepName } from '#contract/steps/steps.ts';
import { parseConfig } from '#server/config/config.ts';
import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { WORK_CHANNEL } from '#server/db/notify.ts';
import type { SubmissionStepRow } from '#server/db/tables.ts';
import { createLogger } from '#server/process/logger.ts';
import { startWorker } from '#server/process/start-worker.ts';
import { asksFor } from '#server/steps/fan-out.ts';
import type { TestDatabase } from './database.ts';
import { type OutsideWorld, startOutsideWorld } from './services/outside-world.ts';
import type { SmtpStandIn } from './services/smtp.ts';

const POLL_MS = 20;
const WAIT_MS = 20_000;

/** Starts a worker in this process, as `npm start` does; the caller stops it. */
export async function launchWorker(database: TestDatabase, settings: Record<string, string> = {}) {
  const lines: string[] = [];
  const log = createLogger({ level: 'info', environment: 'production', destination: { write: (line) => void lines.push(line) } });
  const config = parseConfig(settings);
  const pollMs = 200; // For work that is not announced, such as the next part of a mailing.
  const end = await startWorker({ config, log, database: { ...database, close: database.destroy }, databaseUrl: database.url, pollMs });
  let ending: Promise<void> | undefined;
  return {
    lines,
    config,
    stop: async () => (ending ??= end()),
  };
}

/** Starts a worker that stops after the test. */
export async function runWorker(database: TestDatabase, settings: Record<string, string> = {}) {
  const worker = await launchWorker(database, settings);
  onTestFinished(worker.stop);
  return worker;
}

export interface World extends OutsideWorld {
  /** Forgets all arrivals and resets the behaviours. */
  reset: () => void;
}

/** Resets running stand-ins before each test of a file. */
export function resetBetweenTests(world: OutsideWorld): World {
  const { slack, smtp, copper } = world;
  const reset = () => {
    for (const list of [slack.messages, smtp.mails, copper.leads, copper.times]) list.length = 0;
    smtp.refused.clear();
    for (const { behaviours } of [slack, smtp, copper]) behaviours.set({ kind: 'work' });
    copper.hideFromSearch(() => false);
  };
  beforeEach(reset);
  return { ...world, reset };
}

/** Starts all stand-ins until the end of the test file, and resets them before each test. */
export async function startWorld(): Promise<World> {
  const world = resetBetweenTests(await startOutsideWorld());
  afterAll(world.close);
  return { ...world, settings: { ...world.settings, DATA_DIR: '/nonexistent' } };
}

/** Settings of a series or form with every side effect. */
export const ASKS_FOR_ALL = {
  send_notifications_slack: true,
  slack_channel_id: 'C1',
  email_from: 'team@example.com',
  email_subject: 'Welcome to %SERIES%',
  email_template: 'Hello %FNAME%,\nyou chose:\n%SUCCESS%\n%FROM%',
  email_forward: 'office@example.com',
  copper_tag: 'spring',
};

/** Polls until a condition holds. @throws Error after `ms` */
export async function until(what: string, holds: () => boolean | Promise<boolean>, ms = WAIT_MS): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited ${ms} ms for: ${what}`);
    await sleep(POLL_MS);
  }
}

/** The steps of one submission or of all, sorted by name. */
export const stepsOf = async (db: Db, submissionId?: string): Promise<SubmissionStepRow[]> => {
  const query = db.selectFrom('submission_steps').selectAll().orderBy('submission_id').orderBy('step');
  return (submissionId === undefined ? query : query.where('submission_id', '=', submissionId)).execute();
};

/** Waits until the outboxes are empty and no step is due; steps that wait for a later attempt may remain. */
export async function atRest(db: Db, ms?: number): Promise<void> {
  await until(
    'the worker to be at rest',
    async () => {
      // In the order in which work moves from one to the next.
      const waiting = [
        ...(await db.selectFrom('lost_links').select('id').limit(1).execute()),
        ...(await db.selectFrom('submissions').select('id').where('awaiting_fan_out', '=', true).limit(1).execute()),
        ...(await db.selectFrom('registration_changes').select('id').where('awaiting_fan_out', '=', true).limit(1).execute()),
      ];
      const busy = await db
        .selectFrom('submission_steps')
        .select('step')
        .where((eb) =>
          eb.or([
            eb('state', '=', 'running'),
            eb.and([eb('state', '=', 'waiting'), eb('attempts', '=', 0)]),
            eb.and([eb('state', '=', 'waiting'), eb('next_try_at', '<=', new Date())]),
          ]),
        )
        .limit(1)
        .execute();
      return waiting.length + busy.length === 0;
    },
    ms,
  );
}

/** The path of the calls about a step of a sign-up, or of a registration change. */
export async function pathOfStep(db: Db, aboutId: string, step: StepName): Promise<string> {
  const { id } = await db
    .selectFrom('submission_steps')
    .select('id')
    .where('step', '=', step)
    .where(sql<boolean>`coalesce(change_id, submission_id) = ${aboutId}`)
    .executeTakeFirstOrThrow();
  return `/step/${id}`;
}

/** The mails since the last call, each by its address and subject. */
export async function takeMails(db: Db, smtp: Pick<SmtpStandIn, 'mails'>): Promise<string[]> {
  await atRest(db);
  const mails = smtp.mails.splice(0);
  return mails.map(({ recipients, parsed }) => `${recipients.join().replace('@example.com', '')}: ${parsed.subject}`).toSorted();
}

async function wakeWorkers(db: Db, payload = ''): Promise<void> {
  await sql`select pg_notify(${WORK_CHANNEL}, ${payload})`.execute(db);
}

/** Adds a sign-up to the outbox, as the public form does, and wakes the workers; gives its id. */
export async function buildSignUp(
  db: Db,
  owner: { form_id: string },
  { id = newId(), events = [], email = 'ada@example.com', answers = {}, ...values }: SignUpValues = {},
): Promise<string> {
  const insert = async (trx: Db) => {
    await trx
      .insertInto('submissions')
      .values({
        id,
        first_name: 'Ada',
        last_name: 'Lovelace',
        job_title: 'Analyst',
        organisation: 'Engines Ltd',
        email,
        email_key: email.trim().toLowerCase(),
        awaiting_fan_out: true,
        asks_for: values.is_added_by_staff === true ? 0 : sql`(select ${sql.raw(asksFor('forms'))} from forms where id = ${owner.form_id})`,
        settles_by: sql`(select nullif(repeat_policy, 'allow') from forms where id = ${owner.form_id})`,
        answers: JSON.stringify(answers),
        ...owner,
        ...values,
      })
      .execute();
    const submitted_at = new Date();
    if (events.length > 0) {
      await trx
        .insertInto('registrations')
        .values(
          events.map((event_id) => ({
            event_id,
            submission_id: id,
            submitted_at,
            asks_for_crm: sql`(select copper_tag is not null from events where id = ${event_id})`,
          })),
        )
        .execute();
    }
  };
  // In a transaction, so that no worker takes it before it has its events.
  await (db.isTransaction ? insert(db) : db.transaction().execute(insert));
  await wakeWorkers(db);
  return id;
}

interface SignUpValues {
  id?: string;
  events?: string[];
  email?: string;
  answers?: Record<string, string | boolean>;
  first_name?: string;
  last_name?: string;
  job_title?: string;
  organisation?: string;
  message?: string | null;
  accepts_marketing?: boolean;
  is_added_by_staff?: boolean;
  awaiting_fan_out?: boolean;
  submitted_at?: Date;
  idempotency_key?: string;
}

export async function makeDue(db: Db, step?: StepName): Promise<void> {
  const query = db
    .updateTable('submission_steps')
    .set({ next_try_at: new Date(0) })
    .where('state', '=', 'waiting');
  await (step === undefined ? query : query.where('step', '=', step)).execute();
  await wakeWorkers(db, 'steps');
}
