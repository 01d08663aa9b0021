import { sql } from 'kysely';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import * as formWords from '#contract/texts/words/form.ts';
import * as words from '#contract/texts/words/mails.ts';
import * as pageWords from '#contract/texts/words/self-service.ts';
import type { Config } from '#server/config/config.ts';
import { type Db, PREPARED, rowsOf, type Tx } from '#server/db/connection.ts';
import { inBatches } from '#server/db/delete-in-batches.ts';
import { newId } from '#server/db/new-id.ts';
import type { SubmissionRow } from '#server/db/tables.ts';
import { KEY_LIFETIME_HOURS } from '#server/idempotency.ts';
import { reserveMail } from '#server/steps/mail-limits.ts';
import { editOf, sentFields } from '#server/versioned-edit.ts';
import type { Write } from '#server/write.ts';
import { firstAnswer, type RegistrationChange } from '../changes.ts';
import { changesInWords, sentAnswers, writeFields } from '../edits.ts';
import { deleteRegistrations } from '../places.ts';
import { changesAnything, type Undo } from './undo.ts';

/** Rows that one statement of the hourly cleanup deletes. */
const BATCH = 1_000;

/** Keeps the answer to a sign-up, so that the same key gets the same answer for every address. */
export async function keepFirstAnswer(tx: Tx, submissionId: string): Promise<void> {
  await sql`${PREPARED}
    update submissions set first_answer = ${firstAnswer(sql`submissions.id`)}
    where id = ${submissionId} and idempotency_key is not null`.execute(tx);
}

/** Removes registrations and personal data from a sign-up, whose id, key and first answer stay for a while. Requires `lockForm`. */
export async function emptySignUp(w: Write, submissionId: string): Promise<void> {
  await deleteRegistrations(w, [submissionId]);
  await sql`
    with changes as (delete from registration_changes where submission_id = ${submissionId}),
    tokens as (delete from registration_tokens where submission_id = ${submissionId}),
    steps as (delete from submission_steps where submission_id = ${submissionId}),
    mailed as (update mailing_people set submission_id = null, outcome = outcome_of_mail(id) where submission_id = ${submissionId})
    update submissions set first_name = '', last_name = '', job_title = '', organisation = '', email = '', email_key = '',
      accepts_marketing = false, message = null, answers = '{}', source = '{}', awaiting_fan_out = false
    where id = ${submissionId}`.execute(w);
}

/** Deletes emptied sign-ups whose key has expired; for the hourly cleanup. They are found by the index of addresses of each series. */
export async function purgeEmptied(db: Db): Promise<void> {
  await inBatches(
    db,
    BATCH,
    (max) => sql`
      delete from submissions where id = any(array(
        select emptied.id from forms as series cross join lateral (
          select id from submissions
          where form_id = series.id and email_key = '' and submitted_at <= now() - make_interval(hours => ${KEY_LIFETIME_HOURS}) offset 0
        ) as emptied limit ${max}))`,
  );
}

const listLabels = (tx: Tx, seriesId: string): Promise<{ name: string; label: string }[]> => rowsOf<{ name: string; label: string }>(tx)`
  select key as name, label from form_fields where form_id = ${seriesId}
  union all select key, label from deleted_fields where form_id = ${seriesId}`;

/** A repeat's values for an earlier sign-up. */
type EarlierUpdate = Awaited<ReturnType<typeof planUpdate>>;

/** What a repeat changes in the earlier sign-up, which it locks; the address, consent and anything the repeat leaves blank stay. */
async function planUpdate(w: Write, earlierId: string, repeat: SubmissionRow) {
  const earlier = await w.selectFrom('submissions').selectAll().where('id', '=', earlierId).forUpdate().executeTakeFirstOrThrow();
  const { first_name, last_name, job_title, organisation } = repeat;
  const columns = Object.fromEntries(
    Object.entries({ first_name, last_name, job_title, organisation }).filter(([, value]) => value !== ''),
  );
  const answers = new Map(Object.entries(repeat.answers).filter(([, answer]) => answer !== ''));
  const sent = [...sentFields(earlier, columns), ...sentAnswers(earlier, answers)];
  const accepted = editOf(earlier, sent);
  if (accepted === undefined) return { earlier, fields: [], changes: [], write: async () => undefined };
  const changes = changesInWords({ changed: accepted.changed, sent, fields: await listLabels(w, repeat.form_id) });
  const changed = sent.filter(({ name }) => accepted.changed.has(name));
  const labelled = changed.map(({ name, wireName, stored: before, sent: now }, index) => {
    return { name, wireName, before, now, label: changes[index]?.label ?? wireName };
  });
  return { earlier, fields: labelled, changes, write: () => writeFields(w, earlier, sent, accepted) };
}

/** The titles of a sign-up's events that are not cancelled, as one text. */
async function titlesOf(tx: Tx, submissionId: string): Promise<string> {
  const events = await rowsOf<{ title: string; status: RegistrationStatus }>(tx)`
    select event.title, registration.status from registrations as registration join events as event on event.id = registration.event_id
    where registration.submission_id = ${submissionId} and registration.status <> 'cancelled'
    order by event.starts_at nulls last, event.id`;
  return pageWords.titlesAsAnswer(events.map(({ title, status }) => pageWords.titleHeld(title, status)));
}

/** Moves registrations with their history to another sign-up of the address; counters are unchanged. Requires `lockForm`. @returns the events before and now, and what each was before */
async function moveRegistrations(tx: Tx, eventIds: readonly string[], { from, to }: { readonly from: string; readonly to: string }) {
  const before = await titlesOf(tx, to);
  const isMoved = sql`event_id = any(${eventIds}::uuid[]) and submission_id = ${from}`;
  // A cancelled registration of the other sign-up would have the same key.
  const gone = await rowsOf<{ event_id: string; status: RegistrationStatus }>(tx)`
    delete from registrations where event_id = any(${eventIds}::uuid[]) and submission_id = ${to} returning event_id, status`;
  await sql`
    update registrations set submission_id = ${to}, submitted_at = (select submitted_at from submissions where id = ${to})
    where ${isMoved}`.execute(tx);
  await sql`update waiting_entries set submission_id = ${to} where ${isMoved}`.execute(tx);
  await sql`
    with moved as (update registration_changes set submission_id = ${to} where ${isMoved} returning id)
    update submission_steps set submission_id = ${to}
    from moved where submission_steps.submission_id = ${from} and change_id = moved.id`.execute(tx);
  return {
    change: { label: formWords.EVENTS_LABEL, before, now: await titlesOf(tx, to) },
    events: eventIds.map((id) => ({ id, before: gone.find((each) => each.event_id === id)?.status ?? null })),
  };
}

export interface RepeatSettings extends Pick<Config, 'confirmationsPerHour'> {
  /** The text next to the form's consent box. */
  readonly consentText: string;
}

export interface EarlierSignUp {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  /** When it was made, in seconds since 1970, to the microsecond. */
  readonly at: number;
}

/** A registration of the sign-up; `earlier` is the earliest sign-up of the address that is registered for this event, null without any. */
export interface ComparedRegistration {
  readonly eventId: string;
  readonly title: string;
  readonly status: RegistrationStatus;
  readonly earlier: EarlierSignUp | null;
}

export type Repeat = ComparedRegistration & { readonly earlier: NonNullable<ComparedRegistration['earlier']> };

/** A sign-up with the earlier ones that its registrations repeat. */
export interface Compared {
  readonly signUp: SubmissionRow;
  /** Registrations that are not cancelled. */
  readonly fresh: readonly ComparedRegistration[];
  readonly repeats: readonly Repeat[];
  /** The repeats of each earlier sign-up, in the order in which they were made. */
  readonly byEarlier: readonly (readonly [string, readonly Repeat[]])[];
}

/** What is recorded for an earlier sign-up: about the repeated event, if there is just one. */
function changeOf({ signUp }: Compared, earlierId: string, repeats: readonly Repeat[]) {
  const [first, ...others] = repeats;
  const eventId = first === undefined || others.length > 0 ? null : first.eventId;
  return { seriesId: signUp.form_id, submissionId: earlierId, eventId, actor: 'visitor' } as const;
}

/** Changes saying that a person signed up again; only the earliest sign-up's mail says so. */
export const repeatedChanges = (compared: Compared, isMailed: boolean): RegistrationChange[] =>
  compared.byEarlier.map(([earlierId, repeats], index) => ({
    ...changeOf(compared, earlierId, repeats),
    kind: 'repeated',
    details: { event: words.eventsInWords(repeats.map(({ title }) => title)), ...(isMailed && index === 0 ? {} : { tell: false }) },
  }));

/** A change by a repeat, with what is kept for the person to undo or confirm it. */
export type SettledChange = RegistrationChange & { readonly undo?: Undo | undefined };

interface Updated {
  readonly about: ReturnType<typeof changeOf>;
  readonly id: string;
  readonly plan: EarlierUpdate;
  readonly undo: Undo;
  /** New events, which move to the earlier sign-up. */
  readonly added: readonly ComparedRegistration[];
}

async function writeUpdate(w: Write, { signUp }: Compared, { about, id, plan, undo, added }: Updated): Promise<SettledChange[]> {
  await plan.write();
  if (added.length === 0) return [{ ...about, id, kind: 'updated', details: { changes: plan.changes }, undo }];
  const eventIds = added.map(({ eventId }) => eventId);
  const { change, events } = await moveRegistrations(w, eventIds, { from: signUp.id, to: plan.earlier.id });
  const addedTo = (isList: boolean) => added.filter(({ status }) => (status === 'waiting') === isList).map(({ title }) => title);
  const titles = { added: addedTo(false), waiting: addedTo(true), removed: [] };
  const places = added.filter(({ status }) => status === 'confirmed').map(({ eventId }) => eventId);
  return [
    { ...about, id, kind: 'updated', details: { changes: [change, ...plan.changes], titles, added: places }, undo: { ...undo, events } },
    // The channel, the copy and the CRM are only notified about events.
    { ...about, kind: 'events_changed', details: { tell: false, changes: [change], added: places } },
  ];
}

/** Writes the repeat into earlier sign-ups whose mail, which lets the person undo it, may leave; new events go to the earliest. @returns undefined, with nothing written, when that of new events may not */
export async function updateEarlier(w: Write, compared: Compared, settings: RepeatSettings): Promise<SettledChange[] | undefined> {
  const { signUp, fresh, byEarlier } = compared;
  const changes: SettledChange[] = [];
  const unchanged = new Map<string, Undo>();
  for (const [index, [earlierId, repeats]] of byEarlier.entries()) {
    const about = { ...changeOf(compared, earlierId, repeats), eventId: null };
    const added = index === 0 ? fresh : [];
    const plan = await planUpdate(w, earlierId, signUp);
    const consent = signUp.accepts_marketing && !plan.earlier.accepts_marketing ? settings.consentText : undefined;
    const undo = { fields: plan.fields, events: [], consent };
    if (!changesAnything({ ...undo, events: added })) {
      unchanged.set(earlierId, undo);
      continue;
    }
    const id = newId();
    const mail = { id, kind: 'updated', email: plan.earlier.email, formId: signUp.form_id } as const;
    const mayMail = (await reserveMail(w, mail, settings.confirmationsPerHour)) === 'reserved';
    if (!mayMail && added.length > 0) return undefined;
    if (mayMail) changes.push(...(await writeUpdate(w, compared, { about, id, plan, undo, added })));
  }
  const changedIds = new Set(changes.map(({ submissionId }) => submissionId));
  const repeated = repeatedChanges(compared, changes.length === 0).map((change): SettledChange => {
    const undo = change.details?.tell === false ? undefined : unchanged.get(change.submissionId ?? '');
    return undo?.consent === undefined ? change : { ...change, undo };
  });
  return [...changes, ...repeated.filter(({ submissionId }) => !changedIds.has(submissionId))];
}
