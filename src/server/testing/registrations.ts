import type { Insertable } from 'kysely';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import type { Db } from '#server/db/connection.ts';
import type { EventsTable, FormsTable } from '#server/db/tables.ts';
import { recordChanges, type RegistrationChange } from '#server/registrations/changes.ts';
import type { RegistrationPath } from '#server/wire-names.ts';
import { buildEvent, buildSeries } from './form-rows.ts';
import { buildSignUp } from './worker.ts';
import { inWrite } from './writes.ts';

interface Values {
  readonly series?: Partial<Insertable<FormsTable>>;
  readonly event?: Partial<Insertable<EventsTable>>;
  readonly status?: RegistrationStatus;
  /** Whether its own steps have not been written yet. */
  readonly isNew?: boolean;
  readonly email?: string;
}

/** A registration for the only event of a new series, with its position on the waiting list if it has one. */
export async function buildRegistration(
  db: Db,
  { series, event, status = 'confirmed', isNew = false, email = 'ada@example.com' }: Values = {},
) {
  const seriesId = await buildSeries(db, series);
  const eventId = await buildEvent(db, seriesId, { title: 'Fire safety', starts_at: '2055-01-12T09:30:00Z', ...event });
  const submissionId = await buildSignUp(db, { form_id: seriesId }, { events: [eventId], email, awaiting_fan_out: false });
  const registration = { seriesId, eventId, submissionId };
  await setRegistration(db, registration, status);
  const settles_by = status === 'waiting' || status === 'offered' ? 'allow' : null;
  if (isNew) await db.updateTable('submissions').set({ awaiting_fan_out: true, settles_by }).where('id', '=', submissionId).execute();
  return registration;
}

/** Gives a registration another status, without the other effects of the commands. */
export async function setRegistration(
  db: Db,
  { eventId, submissionId }: RegistrationPath,
  status: RegistrationStatus,
  position = 1,
): Promise<void> {
  const key = { event_id: eventId, submission_id: submissionId };
  await db.updateTable('registrations').set({ status }).where('event_id', '=', eventId).where('submission_id', '=', submissionId).execute();
  await db.deleteFrom('waiting_entries').where('event_id', '=', eventId).where('submission_id', '=', submissionId).execute();
  if (status === 'waiting' || status === 'offered')
    await db
      .insertInto('waiting_entries')
      .values({ ...key, list_order: position })
      .execute();
}

/** Records a change in a separate transaction; gives its id. */
export async function recordChange(
  db: Db,
  change: RegistrationPath & Pick<RegistrationChange, 'kind' | 'actor' | 'actorName' | 'details'>,
): Promise<string> {
  const [id = ''] = await inWrite(db, (w) => recordChanges(w, [change]));
  return id;
}
