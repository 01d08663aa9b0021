import type { Insertable } from 'kysely';
import { emailKey } from '#contract/rules/email.ts';
import type { StepName } from '#contract/steps/steps.ts';
import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import type { Database, SubmissionsTable } from '#server/db/tables.ts';
import { rebuildCounters } from '#server/registrations/counters.ts';
import { buildEvent, buildField, buildSeries } from '#server/testing/form-rows.ts';

const DAY_MS = 86_400_000;
const ROWS_PER_STATEMENT = 1_000;

type Step = Partial<Omit<Insertable<Database['submission_steps']>, 'submission_id' | 'step'>>;

/** A submission with the state of its steps; tests set only what they are about. */
export interface Attendee extends Omit<Partial<Insertable<SubmissionsTable>>, 'answers' | 'source'> {
  answers?: Record<string, string | boolean>;
  source?: Record<string, string>;
  steps?: Partial<Record<StepName, Step>>;
}

export const done: Step = { state: 'succeeded', attempts: 1 };

async function addSubmissions(
  db: Db,
  owner: { form_id: string },
  eventIds: readonly string[],
  attendees: readonly Attendee[],
): Promise<string[]> {
  const now = Date.now();
  const rows = attendees.map(({ answers = {}, source = {}, steps = {}, ...person }, index) => {
    const id = newId();
    const email = person.email ?? `person.${index}@example.com`;
    const submitted_at = person.submitted_at ?? new Date(now - 3 * DAY_MS - index * 60_000);
    return {
      submission: {
        id,
        ...owner,
        first_name: 'Person',
        last_name: `Number ${index}`,
        ...person,
        email,
        email_key: emailKey(email),
        submitted_at,
        answers: JSON.stringify(answers),
        source: JSON.stringify(source),
      },
      places: eventIds.map((event_id) => ({ event_id, submission_id: id, submitted_at })),
      steps: Object.entries(steps).map(([step, state]) => ({
        step: step as StepName,
        state: 'succeeded' as const,
        ...state,
        submission_id: id,
      })),
    };
  });
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const some = rows.slice(start, start + ROWS_PER_STATEMENT);
    const steps = some.flatMap((row) => row.steps);
    const places = some.flatMap((row) => row.places);
    await db
      .insertInto('submissions')
      .values(some.map((row) => row.submission))
      .execute();
    if (places.length > 0) await db.insertInto('registrations').values(places).execute();
    if (steps.length > 0) await db.insertInto('submission_steps').values(steps).execute();
  }
  await rebuildCounters(db);
  return rows.map((row) => row.submission.id);
}

/** Adds submissions to events of a series, newest first unless they have a time. Returns their ids. */
export const addAttendees = async (
  db: Db,
  seriesId: string,
  eventIds: readonly string[],
  attendees: readonly Attendee[],
): Promise<string[]> => addSubmissions(db, { form_id: seriesId }, eventIds, attendees);

/** Adds submissions to a marketing form in the same way. */
export const addFormSubmissions = async (db: Db, formId: string, attendees: readonly Attendee[]): Promise<string[]> =>
  addSubmissions(db, { form_id: formId }, [], attendees);

/** The sample series of the design: four events, two of them with attendees of every kind. */
export interface PicturedSeries {
  readonly id: string;
  /** Path of its page. */
  readonly path: string;
  readonly events: { readonly passed: string; readonly full: string; readonly empty: string };
}

const atDay = (days: number, time: string): string => `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T${time}Z`;

const everyStep = { slack: done, email: done, forward: done, crm: done };

/** Attendees of every kind. */
export function picturedAttendees(): Attendee[] {
  const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);
  const sian = { first_name: 'Siân', last_name: 'Prosser', organisation: 'Cyngor Llanfair', job_title: 'Service lead', steps: everyStep };
  return [
    {
      first_name: 'Amara',
      last_name: 'Nwosu',
      organisation: 'Kestrel Housing',
      job_title: 'Team leader',
      email: 'amara.nwosu@kestrel.example',
      submitted_at: secondsAgo(1),
      steps: { slack: { state: 'running' }, email: done, forward: done, crm: done },
    },
    {
      first_name: 'Tomasz',
      last_name: 'Zieliński',
      organisation: 'Brightwater NHS Trust',
      job_title: 'Ward manager',
      email: 't.zielinski@brightwater.example',
      accepts_marketing: true,
      submitted_at: secondsAgo(2),
      answers: { dietary_needs: 'No nuts, please', brunch: 'Full English' },
      source: { source_page: 'harbour.example/leadership', utm_source: 'newsletter' },
      steps: {
        ...everyStep,
        email: { state: 'waiting', attempts: 3, message: '550 5.1.1 mailbox unavailable', next_try_at: new Date(Date.now() + 1_800_000) },
      },
    },
    {
      first_name: 'Priya',
      last_name: 'Raman',
      organisation: 'Oakfield College',
      job_title: 'Head of department',
      email: 'praman@oakfield.example',
      accepts_marketing: true,
      submitted_at: secondsAgo(3),
      steps: everyStep,
    },
    { first_name: 'Daniel', last_name: 'Okafor', organisation: 'Oakfield College', email: 'd.okafor@oakfield.example', steps: everyStep },
    { ...sian, email: 'sian.prosser@llanfair.example' },
    {
      first_name: 'Helen',
      last_name: 'Armitage',
      organisation: 'Armitage & Daughters Joinery',
      email: 'helen@armitage.example',
      is_added_by_staff: true,
    },
    { ...sian, email: 'Sian.Prosser@llanfair.example' },
    { first_name: 'Yusuf', last_name: 'Demir', organisation: 'Northgate Foundry', email: 'yusuf.demir@northgate.example' },
  ];
}

/** Makes the sample series. */
export async function buildPicturedSeries(db: Db): Promise<PicturedSeries> {
  const id = await buildSeries(db, { title: 'Leadership Essentials' });
  const passed = await buildEvent(db, id, {
    title: 'Finance for non-financial leaders',
    starts_at: atDay(-43, '12:00:00'),
    calendar_id: 'c_passed',
  });
  const full = await buildEvent(db, id, {
    title: 'Leading through change',
    starts_at: atDay(6, '09:30:00'),
    is_brunch: true,
    calendar_id: 'c_8f2k1m7q',
  });
  await buildEvent(db, id, { title: 'Coaching skills for managers', starts_at: atDay(13, '10:00:00'), calendar_id: 'c_coaching' });
  const empty = await buildEvent(db, id, { title: 'Difficult conversations, an open morning', starts_at: atDay(55, '09:30:00') });
  const owner = { form_id: id };
  await buildField(db, owner, { label: 'Dietary needs', position: 0 });
  await buildField(db, owner, {
    label: 'Brunch',
    type: 'select',
    options: ['Full English', 'Vegan'],
    position: 1,
    is_brunch: true,
    brunch_event_id: full,
  });
  await buildField(db, owner, { label: 'How did you hear of us?', position: 2 });
  await addAttendees(db, id, [full], picturedAttendees());
  await addAttendees(
    db,
    id,
    [passed],
    Array.from({ length: 118 }, (_, index) => ({ email: `finance.leader.${index}@brightwater.example` })),
  );
  return { id, path: `/leadership-essentials/events-series/${id}`, events: { passed, full, empty } };
}
