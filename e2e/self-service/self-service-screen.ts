import type { Db } from '#server/db/connection.ts';
import { recordChanges } from '#server/registrations/changes.ts';
import { fitPlaces, rebuildCounters } from '#server/registrations/counters.ts';
import { createToken } from '#server/registrations/links.ts';
import { keepUndos } from '#server/registrations/repeats/undo.ts';
import { buildEvent, buildField, buildSeries } from '#server/testing/form-rows.ts';
import { setRegistration } from '#server/testing/registrations.ts';
import { buildSignUp } from '#server/testing/worker.ts';
import { inWrite } from '#server/testing/writes.ts';

const PLACE = { venue: 'Harbour House', venue_address: '14 Quay Street\nBristol BS1 4DJ' };

/** A person with two places, a position on a waiting list and a registration that was cancelled. */
export async function buildSelfService(db: Db, hours = 0) {
  const id = await buildSeries(db, {
    title: 'Spring leadership series 2027',
    self_service: true,
    self_service_hours: hours,
    calendar_entries: true,
    email_from: 'courses@northfield.example',
  });
  const hybrid = await buildEvent(db, id, {
    title: 'Leading hybrid teams',
    starts_at: '2055-01-12T09:30:00Z',
    ends_at: '2055-01-12T17:00:00Z',
    ...PLACE,
  });
  const coaching = await buildEvent(db, id, {
    title: 'Coaching for results',
    starts_at: '2055-01-22T11:00:00Z',
    ends_at: '2055-01-22T15:30:00Z',
    closes_when_full: true,
    maximum_participants: 1,
    waiting_list: 'manual',
    ...PLACE,
  });
  const board = await buildEvent(db, id, {
    title: 'A morning with the board',
    starts_at: '2055-01-29T09:00:00Z',
    ends_at: '2055-01-29T12:00:00Z',
  });
  const feedback = await buildEvent(db, id, {
    title: 'Giving feedback that works',
    starts_at: '2055-04-15T13:00:00Z',
    ends_at: '2055-04-15T15:00:00Z',
    venue: 'Online',
    join_url: 'https://meet.northfield.example/feedback',
  });
  await buildField(db, { form_id: id }, { label: 'What would you like to learn?', type: 'textarea', position: 0, key: 'learn' });
  const events = [hybrid, coaching, board, feedback];
  const submissionId = await buildSignUp(db, { form_id: id }, { events, awaiting_fan_out: false });
  await db
    .updateTable('submissions')
    .set({
      first_name: 'Maria',
      last_name: 'Okafor',
      job_title: 'Head of Learning',
      organisation: 'Brightwater Housing',
      answers: JSON.stringify({ learn: 'How other teams keep their weekly one-to-ones short and useful.' }),
    })
    .where('id', '=', submissionId)
    .execute();
  const other = await buildSignUp(db, { form_id: id }, { events: [coaching], email: 'other@example.com', awaiting_fan_out: false });
  const of = (eventId: string) => ({ seriesId: id, eventId, submissionId });
  const setStatus = async (eventId: string, status: Parameters<typeof setRegistration>[2]): Promise<void> => {
    await setRegistration(db, of(eventId), status);
    await inWrite(db, (w) => fitPlaces(w, [coaching]));
    await rebuildCounters(db);
  };
  await setStatus(coaching, 'waiting');
  await setStatus(board, 'cancelled');
  return {
    id,
    submissionId,
    other,
    events: { hybrid, coaching, board, feedback },
    setStatus,
    path: `/registration/${await createToken(db, submissionId)}`,
  };
}

/** A change by a repeat that can still be undone, and a consent to confirm. */
export async function addRepeat(
  db: Db,
  { id: seriesId, submissionId }: { readonly id: string; readonly submissionId: string },
): Promise<void> {
  const [before, now] = ['Brightwater Housing', 'Mallory Ltd'];
  await db.updateTable('submissions').set({ organisation: now }).where('id', '=', submissionId).execute();
  const field = { name: 'organisation', wireName: 'organisation', label: 'Organisation', before, now };
  await inWrite(db, async (w) => {
    const details = { changes: [{ label: field.label, before, now }] };
    const [changeId = ''] = await recordChanges(w, [{ seriesId, submissionId, eventId: null, kind: 'updated', actor: 'visitor', details }]);
    await keepUndos(w, [
      { changeId, undo: { fields: [field], events: [], consent: 'Yes, Northfield Training may email me about its events.' } },
    ]);
  });
}
