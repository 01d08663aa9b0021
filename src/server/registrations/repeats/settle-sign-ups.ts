import { CompiledQuery, sql } from 'kysely';
import type { StepName } from '#contract/steps/steps.ts';
import { PREPARED, rowOf, rowsOf, type Tx } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import type { StepState } from '#server/db/step-tables.ts';
import type { SubmissionRow } from '#server/db/tables.ts';
import { lockForm } from '#server/form-store/form-rows.ts';
import { FAN_OUT_ONE, type WrittenSteps } from '#server/steps/fan-out.ts';
import { SERVER, type Write, write, type WriteDeps } from '#server/write.ts';
import { moveTaps } from '../attendance.ts';
import { recordChanges, type RegistrationChange } from '../changes.ts';
import { recountAddresses } from '../counters.ts';
import { registrationNotices, setStatus } from '../status.ts';
import { promoteWaiting } from '../waiting-list.ts';
import {
  type Compared,
  type ComparedRegistration,
  type EarlierSignUp,
  emptySignUp,
  keepFirstAnswer,
  type Repeat,
  repeatedChanges,
  type RepeatSettings,
  type SettledChange,
  updateEarlier,
} from './merge-sign-ups.ts';
import { keepUndos } from './undo.ts';

/** Locks the oldest sign-up in the outbox with the address of this one; undefined when this one was settled in the meantime. Requires `lockForm`. */
const lockOldest = (tx: Tx, submissionId: string): Promise<SubmissionRow | undefined> => rowOf<SubmissionRow>(tx)`${PREPARED}
  select own.* from submissions as asked
  join submissions as own on own.form_id = asked.form_id and own.email_key = asked.email_key and own.awaiting_fan_out
  where asked.id = ${submissionId} and asked.awaiting_fan_out
  order by own.submitted_at, own.id limit 1 for update of own`;

/** A name without case and spaces. */
const nameKeyOf = ({ first_name: first, last_name: last }: Pick<SubmissionRow, 'first_name' | 'last_name'>): string =>
  JSON.stringify(
    [first, last].map((name) =>
      name
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[\s\p{DI}]/gu, ''),
    ),
  );

/** The registrations of a sign-up, compared with earlier or settled ones of its address; where repeats are allowed only waiting ones of people of the same name. */
async function readRepeats(tx: Tx, signUp: SubmissionRow): Promise<ComparedRegistration[]> {
  const rows = await rowsOf<Omit<ComparedRegistration, 'earlier'> & { readonly earlier: readonly EarlierSignUp[] }>(tx)`${PREPARED}
    select registration.event_id as "eventId", event.title, registration.status, coalesce((
      select json_agg(json_build_object('id', other.id, 'first_name', other.first_name, 'last_name', other.last_name,
          'at', extract(epoch from other.submitted_at))
        order by other.submitted_at, other.id)
      from submissions as other
      join registrations as standing on standing.submission_id = other.id and standing.event_id = registration.event_id
      where other.form_id = own.form_id and other.email_key = own.email_key and other.id <> own.id and standing.status <> 'cancelled'
        and (not other.awaiting_fan_out or (other.submitted_at, other.id) < (own.submitted_at, own.id))
    ), '[]') as earlier
    from submissions as own join registrations as registration on registration.submission_id = own.id
    join events as event on event.id = registration.event_id
    where own.id = ${signUp.id} order by event.starts_at nulls last, event.id`;
  const allowsRepeats = (signUp.settles_by ?? 'allow') === 'allow';
  return rows.map(({ earlier, ...registration }) => {
    const isCompared = !allowsRepeats || registration.status === 'waiting' || registration.status === 'offered';
    const same = allowsRepeats ? earlier.filter((other) => nameKeyOf(other) === nameKeyOf(signUp)) : earlier;
    return { ...registration, earlier: (isCompared && registration.status !== 'cancelled' ? same[0] : undefined) ?? null };
  });
}

interface Settled {
  readonly signUp: Pick<SubmissionRow, 'id' | 'form_id'>;
  readonly steps: readonly StepName[];
}

async function fanOutOne(tx: Tx, submissionId: string): Promise<readonly StepName[]> {
  return (await tx.executeQuery<WrittenSteps>(CompiledQuery.raw(FAN_OUT_ONE, [submissionId]))).rows[0]?.steps ?? [];
}

/** Cancels repeated registrations; new ones stay, and the mail about it names both. */
async function keepFresh(w: Write, compared: Compared): Promise<Settled> {
  const { signUp, repeats } = compared;
  const { id: submissionId, form_id: seriesId } = signUp;
  const changed = repeats.map(({ eventId }) => ({ eventId, submissionId }));
  await setStatus(w, seriesId, changed, { status: 'cancelled' });
  const own = repeats.map(({ eventId, title }): RegistrationChange => {
    const details = { reason: 'repeat', tell: false, event: title } as const;
    return { seriesId, submissionId, eventId, kind: 'repeated', actor: 'visitor', details };
  });
  await recordChanges(w, own);
  const steps = await fanOutOne(w, submissionId);
  await recordChanges(w, repeatedChanges(compared, !steps.includes('email')));
  return { signUp, steps };
}

async function recordSettled(w: Write, changes: readonly SettledChange[]): Promise<void> {
  const withIds = changes.map((change) => ({ id: newId(), ...change }));
  await recordChanges(w, withIds);
  const undos = withIds.flatMap(({ id, undo }) => (undo === undefined ? [] : [{ changeId: id, undo }]));
  await keepUndos(w, undos);
}

async function dropSignUp(w: Write, compared: Compared, changes: readonly SettledChange[]): Promise<Settled> {
  const { signUp, repeats, fresh } = compared;
  await emptySignUp(w, signUp.id);
  await recountAddresses(w, signUp.form_id, [signUp.email_key]);
  await recordSettled(w, changes);
  const earlier = compared.byEarlier.flatMap(([submissionId]) =>
    [...repeats, ...fresh].flatMap(({ eventId }) => [
      { eventId, submissionId },
      { eventId, submissionId: signUp.id },
    ]),
  );
  w.changed(...registrationNotices(signUp.form_id, earlier));
  return { signUp, steps: [] };
}

async function settleRepeats(w: Write, signUp: SubmissionRow, settings: RepeatSettings): Promise<Settled> {
  await keepFirstAnswer(w, signUp.id);
  const registrations = await readRepeats(w, signUp);
  const repeats = registrations.filter((registration): registration is Repeat => registration.earlier !== null);
  if (repeats.length === 0) return { signUp, steps: await fanOutOne(w, signUp.id) };
  const repeated = repeats.map(({ eventId, earlier }) => ({ eventId, submissionId: earlier.id }));
  await moveTaps(w, signUp.id, repeated);
  const fresh = registrations.filter(({ earlier, status }) => earlier === null && status !== 'cancelled');
  const oldestFirst = repeats.toSorted((a, b) => a.earlier.at - b.earlier.at || a.earlier.id.localeCompare(b.earlier.id));
  const compared = { signUp, fresh, repeats, byEarlier: [...Map.groupBy(oldestFirst, ({ earlier }) => earlier.id)] };
  const updated = signUp.settles_by === 'update' && w.canMail ? await updateEarlier(w, compared, settings) : undefined;
  const settled =
    updated === undefined && fresh.length > 0
      ? await keepFresh(w, compared)
      : await dropSignUp(w, compared, updated ?? repeatedChanges(compared, true));
  const eventIds = repeats.map(({ eventId }) => eventId);
  await promoteWaiting(w, signUp.form_id, eventIds);
  return settled;
}

interface Waiting {
  readonly id: string;
  readonly seriesId: string;
}

/** Locks the steps about a sign-up's outcome, which are deleted when it is settled: one under way could not record its outcome, and would be repeated. */
async function isStepUnderWay(tx: Tx, submissionId: string): Promise<boolean> {
  const rows = await rowsOf<{ state: StepState }>(tx)`${PREPARED}
    select state from submission_steps where submission_id = ${submissionId} order by id for update`;
  return rows.some(({ state }) => state === 'running');
}

/** Settles the oldest sign-up of this one's address: a repeat is handled according to its series' setting, others get their steps. @returns undefined when this one is settled or gone, or a step is under way */
async function settleOldest(w: Write, { id, seriesId }: Waiting, settings: RepeatSettings): Promise<Settled | undefined> {
  // As in the fan-out, the commit does not wait for the disk: anything a crash loses is done again.
  await sql`set local synchronous_commit = off`.execute(w);
  if (!(await lockForm(w, { kind: 'series', id: seriesId }))) return undefined;
  const signUp = await lockOldest(w, id);
  if (signUp === undefined || (await isStepUnderWay(w, signUp.id))) return undefined;
  w.changed({ topic: `series/${signUp.form_id}`, ids: [signUp.id] });
  return settleRepeats(w, signUp, settings);
}

const BATCH = 200;

type SettlingDeps = WriteDeps & RepeatSettings;

/** Settles a sign-up, and before it the older ones of its address, each in its own transaction. @returns what each did */
async function settleOne(deps: SettlingDeps, waiting: Waiting): Promise<Settled[]> {
  const all: Settled[] = [];
  for (;;) {
    const settled = await write(deps, SERVER, (w) => settleOldest(w, waiting, deps));
    if (settled === undefined) return all;
    all.push(settled);
    if (settled.signUp.id === waiting.id) return all;
  }
}

/** Settles sign-ups one at a time, oldest first, so that others in the series hardly have to wait; any number of workers may do so. @returns whether there may be more, the steps asked for, and the failures of those that could not be settled; the others were */
export async function settleSignUps(deps: SettlingDeps) {
  const rows = await rowsOf<Waiting>(deps.db)`
    select id, form_id as "seriesId" from submissions where awaiting_fan_out and settles_by is not null
      and exists (select from forms where forms.id = form_id) order by id limit ${BATCH}`;
  const outcomes: Settled[] = [];
  const failures: unknown[] = [];
  for (const waiting of rows) {
    try {
      outcomes.push(...(await settleOne(deps, waiting)));
    } catch (error) {
      failures.push(error); // The others continue.
    }
  }
  const steps = new Set(outcomes.flatMap((settled) => settled.steps));
  return { isMore: rows.length === BATCH && outcomes.length > 0, steps: [...steps], failures };
}
