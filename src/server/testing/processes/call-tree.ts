import { randomBytes } from 'node:crypto';
import type { allCalls } from '#contract/all-calls.ts';
import type { ServiceName } from '#contract/steps/steps.ts';
import { newId } from '#server/db/new-id.ts';
import { newSignUp } from '../form-rows.ts';
import { pngFile } from '../pictures.ts';
import type { TestServer } from '../server.ts';
import { addAttendee, addEvent, addFields, addForm, addFormFields, addSeries, newEvent, signUpOnForm } from '../staff-calls.ts';

/** The ids of one row of each kind that a path can contain; `id` is the series. */
export interface CallTree {
  readonly id: string;
  readonly eventId: string;
  readonly submissionId: string;
  readonly fieldId: string;
  readonly importId: string;
  /** A feedback list; its path parameter is also `id`. */
  readonly feedbackId: string;
  /** A marketing form, its field and its submission; their parameters are also `id`, `fieldId` and `submissionId`. */
  readonly formId: string;
  readonly formFieldId: string;
  readonly formSubmissionId: string;
  /** A service whose test is the call with its name. */
  readonly service: ServiceName;
  /** A failed step of the submission, and one that has sent a mail, whose parameter is also `stepId`. */
  readonly stepId: string;
  readonly sentStepId: string;
  /** A mailing of the series, and of the marketing form, whose parameter is also `mailingId`. */
  readonly mailingId: string;
  readonly formMailingId: string;
  /** A calendar feed; its path parameter is also `id`. */
  readonly calendarFeedId: string;
  /** A door link of the event, and the headers of a phone that it has let in. */
  readonly linkId: string;
  readonly door: Readonly<Record<'authorization' | 'phone', string>>;
}

/** By a part of a path, the keys of its parameters where they differ. */
const NAMES: Readonly<Record<string, Readonly<Record<string, Exclude<keyof CallTree, 'door'>>>>> = {
  'website-feedback': { id: 'feedbackId' },
  calendar_feed: { id: 'calendarFeedId' },
  person: { personId: 'submissionId' },
  mail: { stepId: 'sentStepId' },
  form: { id: 'formId', fieldId: 'formFieldId', submissionId: 'formSubmissionId', mailingId: 'formMailingId' },
};

/** The key of a path's parameter. */
export const nameInTree = (path: string, param: string): Exclude<keyof CallTree, 'door'> =>
  NAMES[path.split('/').find((part) => part in NAMES) ?? '']?.[param] ?? (param as Exclude<keyof CallTree, 'door'>);

const NOW = new Date().toISOString();

const newUpload = { file_name: 'spring.csv', rows: 1 };

type StatusBefore = 'waiting' | 'offered' | 'cancelled';

/** Calls that need a registration that is not confirmed. */
const STATUS_BEFORE: Partial<Record<keyof typeof allCalls, StatusBefore>> = {
  promoteRegistration: 'waiting',
  promoteNext: 'waiting',
  changeEventsOfSignUp: 'waiting',
  restoreRegistration: 'cancelled',
  moveRegistration: 'waiting',
  withdrawOffer: 'offered',
};

async function setStatus(server: TestServer, { id, eventId, submissionId }: CallTree, status: StatusBefore): Promise<void> {
  const { db } = server;
  await server.post(`/event_series/${id}/event/${eventId}/edit`, {
    close_when_full: true,
    maximum_participants: 5,
    waiting_list: 'manual',
  });
  await db.updateTable('registrations').set({ status }).where('submission_id', '=', submissionId).execute();
  const entry = { event_id: eventId, submission_id: submissionId, list_order: 1 };
  if (status !== 'cancelled') await db.insertInto('waiting_entries').values(entry).execute();
  const counters = { taken: Number(status === 'offered'), waiting: Number(status === 'waiting'), last_order: 1 };
  await db.updateTable('event_places').set(counters).where('event_id', '=', eventId).execute();
}

const MAILING = { subject: 'Parking', template: 'Hello %FNAME%,\nplease park behind the house.' };

const stopped = { stopped_at: new Date(), begins_at: new Date() };
/** The state of mailings before calls that need them to be running. */
const MAILING_BEFORE: Readonly<Record<string, { begins_at: Date; stopped_at?: Date }>> = {
  stopMailingOfSeries: { begins_at: new Date() },
  stopMailingOfForm: { begins_at: new Date() },
  resumeMailingOfSeries: stopped,
  resumeMailingOfForm: stopped,
};

/** Adds a step of the submission whose mail was sent, and its text stored. @returns its id */
async function addSentStep({ db }: TestServer, submissionId: string): Promise<string> {
  const text = { id: newId(), kind: 'confirmation', subject: 'Welcome', template: 'Hello %FNAME%' };
  await db.insertInto('mail_texts').values(text).execute();
  const sent = { id: newId(), state: 'succeeded', text_id: text.id, value_digests: Buffer.alloc(16) } as const;
  await db
    .insertInto('submission_steps')
    .values({ ...sent, submission_id: submissionId, step: 'email' })
    .execute();
  return sent.id;
}

async function addMailing(server: TestServer, formId: string, call = ''): Promise<string> {
  const id = newId();
  const values = { ...MAILING, id, form_id: formId, audience: '{"events":"all"}', begins_at: new Date(Date.now() + 3_600_000) };
  await server.db
    .insertInto('mailings')
    .values({ ...values, kind: 'mailing', ...MAILING_BEFORE[call] })
    .execute();
  return id;
}

/** Changes the rows so that the call has something to do. */
async function prepare(server: TestServer, tree: CallTree, call: keyof typeof allCalls | undefined): Promise<void> {
  const { db } = server;
  const status = call === undefined ? undefined : STATUS_BEFORE[call];
  if (status !== undefined) await setStatus(server, tree, status);
  const ofOnePerson = { email: `${tree.id}@example.com`, email_key: `${tree.id}@example.com` };
  if (call === 'deletePerson')
    await db.updateTable('submissions').set(ofOnePerson).where('id', 'in', [tree.submissionId, tree.formSubmissionId]).execute();
  const dismissed = { dismissed_at: new Date(), dismissed_by_email: 'ada@example.com' };
  if (call?.startsWith('restore') === true) await db.updateTable('submission_steps').set(dismissed).execute();
  const failed = { id: newId(), submission_id: tree.formSubmissionId, step: 'slack', state: 'failed' } as const;
  if (call === 'retryFormSteps') await db.insertInto('submission_steps').values(failed).execute();
  if (call === 'reinstateEvent') await server.post(`/event_series/${tree.id}/event/${tree.eventId}/cancel`, {});
  if (call === 'announceChange') await server.post(`/event_series/${tree.id}/event/${tree.eventId}/edit`, { venue: 'Harbour House' });
}

/**
 * Adds a series with calendar entries, an event, a submission and a field; a feedback list; a calendar feed; a marketing form with a
 * submission and a field. The registration is one that the call can be about.
 */
export async function addTree(server: TestServer, call?: keyof typeof allCalls): Promise<CallTree> {
  const { id } = await addSeries(server);
  const event = await addEvent(server, id);
  const [field] = await addFields(server, id, 'Diet');
  const submission = await addAttendee(server, id, event.id, { diet: 'None' });
  const upload = await server.post(`/event_series/${id}/event/${event.id}/import/add`, newUpload);
  const feedback = await server.post('/website-feedback/add', { title: 'Website' });
  const step = { id: newId(), submission_id: submission.id, step: 'slack', state: 'failed' } as const;
  await server.db.insertInto('submission_steps').values(step).execute();
  const form = await addForm(server);
  const feed = { id: newId(), token_hash: randomBytes(32), owner_email: 'ada@example.com', owner_subject: 'ada' };
  await server.db.insertInto('calendar_feeds').values(feed).execute();
  // No worker reads the leads that two calls would wait for.
  const leads = { id: newId(), finished_at: new Date(), result: JSON.stringify({ total: 0, count: 0, duplicates: {} }) };
  await server.db.insertInto('duplicate_lead_reads').values(leads).execute();
  await server.db.updateTable('forms').set({ calendar_entries: true, self_service: true }).where('id', '=', id).execute();
  const [formField] = await addFormFields(server, form.id, 'Topic');
  const link = await server.post(`/event_series/${id}/event/${event.id}/door_link/add`, { own: true });
  const door = { authorization: `Door ${new URL(link.body.data.url).hash.slice(1)}`, phone: crypto.randomUUID() };
  await server.post('/door/open', {}, { headers: door });
  const tree: CallTree = {
    id,
    eventId: event.id,
    submissionId: submission.id,
    fieldId: field?.id ?? '',
    importId: upload.body.data.id,
    feedbackId: feedback.body.data.id,
    formId: form.id,
    formFieldId: formField?.id ?? '',
    formSubmissionId: await signUpOnForm(server, form.id, { topic: 'Engines', accepts_marketing: true }),
    mailingId: await addMailing(server, id, call),
    formMailingId: await addMailing(server, form.id, call),
    service: 'copper',
    stepId: step.id,
    sentStepId: await addSentStep(server, submission.id),
    calendarFeedId: feed.id,
    linkId: link.body.data.id,
    door,
  };
  await prepare(server, tree, call);
  return tree;
}

/** A valid body for each call that takes one. */
export const validBodies = ({
  id,
  eventId,
  submissionId,
  formSubmissionId,
}: CallTree): Partial<Record<keyof typeof allCalls, unknown>> => ({
  addEventSeries: { title: 'New series' },
  editEventSeries: {
    title: 'Changed',
    email_template: 'Dear %FNAME%',
    closed_text: 'Closed',
    success_text: 'Thanks',
    description: '**Look**',
    cover: null,
  },
  addEvent: newEvent({
    show_on_form: true,
    brunch_event: true,
    copper_tag: 'tag',
    target_participants: 5,
    maximum_participants: 9,
    end_date: '2050-01-12T17:00:00Z',
    venue: 'Hall',
    venue_address: 'Street',
    join_url: 'https://meet.example',
    opens_at: '2049-01-12',
    closes_at: '2050-01-12',
    description: '- Looms',
  }),
  copySeries: { title: 'Copied', events: [eventId], shift_days: 7, show_on_form: true },
  copyEvent: { dates: ['2050-02-01T09:30', null], event_title: 'Group %N%', show_on_form: true },
  showEvents: { event_ids: [eventId], show_on_form: false },
  copyForm: { title: 'Copied' },
  editEvent: newEvent({ event_title: 'Changed', show_on_form: false }),
  addSubmission: { first_name: 'Bea', last_name: 'B', email: 'bea@example.com', message: 'Hi', diet: 'Vegan', accepts_marketing: true },
  editSubmission: { first_name: 'Changed', email: 'changed@example.com', diet: 'Vegan' },
  editFormSubmission: { first_name: 'Changed', email: 'changed@example.com', topic: 'Looms' },
  editSeriesMail: { kind: 'offer', subject: 'Be quick', template: 'Hello %FNAME%' },
  promoteRegistration: { as: 'confirmed' },
  deleteEventSeries: { tell: true, note: 'Sorry' },
  deleteEvent: { tell: true, note: 'Sorry' },
  cancelEvent: { tell: true, note: 'Sorry' },
  reinstateEvent: { tell: true, note: 'Good news' },
  announceChange: { note: 'Sorry', audience: ['confirmed'] },
  promoteNext: { count: 1, as: 'confirmed' },
  moveRegistration: { position: 1 },
  cancelRegistration: { tell: true, note: 'See you next year' },
  restoreRegistration: { over: true, tell: true },
  changeEventsOfSignUp: { events: [eventId] },
  makeLink: { revoke: true, send: false },
  addImport: newUpload,
  exportChosenOfEvent: { ids: [submissionId] },
  countSubmissionLosses: { ids: [submissionId] },
  exportChosenOfForm: { ids: [formSubmissionId] },
  addSeriesFields: [{ type: 'select', label: 'New', options: ['A', 'B'], required: true, show_on_slack: true, order: 3 }],
  editSeriesField: { label: 'Changed', required: true, options: ['X'], order: 0, show_on_slack: true, brunch_event: false },
  submitSeriesSignUp: {
    first_name: 'Cy',
    last_name: 'C',
    job_title: 'Chef',
    organisation: 'Cooks',
    email: 'cy@example.com',
    events: [eventId],
    accepts_marketing: false,
    diet: 'Fish',
    utm_source: 'letter',
  },
  addCalendarFeed: { form_id: id },
  addForm: { title: 'New form' },
  editForm: { title: 'Changed', donwloadable_content: true, email_forward: 'sales@example.com', success_text: 'Thanks' },
  addFormFields: { formFields: [{ type: 'select', label: 'New', options: ['A', 'B'], required: true, show_on_slack: true, order: 3 }] },
  editFormField: { label: 'Changed', required: true, options: ['X'], order: 0, show_on_slack: true },
  submitFormSignUp: newSignUp({ email: 'dee@example.com', topic: 'Looms', utm_source: 'letter' }),
  retryCause: { service: 'slack', cause: '', retrying: false, as_of: Date.now() * 1_000, age: 'new' },
  dismissCause: { service: 'slack', cause: '', retrying: false, as_of: Date.now() * 1_000 },
  dismissSeriesSetup: { dismissed: true },
  dismissFormSetup: { dismissed: true },
  restoreSteps: { service: 'slack', cause: '', since: 0 },
  correctAddress: { email: 'corrected@example.com' },
  addFeedbackList: { title: 'New list' },
  submitFeedback: { rating: 4, comment: 'Fine' },
  findPerson: { email: 'ada@example.com' },
  // Both have the same address: the attendee and the form's submission.
  deletePerson: { signups_count: 2 },
  uploadPicture: pngFile(16, 16),
  previewSeries: { title: 'Previewed', description: '**Look**', is_embedded: false, scheme: 'dark' },
  previewForm: { donwloadable_content: true, is_embedded: true, scheme: 'light' },
  sayPresence: { topic: `series/${id}` },
  countAudienceOfSeries: { audience: { events: [eventId] }, purpose: 'service' },
  previewMailingOfSeries: { audience: { events: [eventId] }, purpose: 'service', ...MAILING },
  testMailingOfSeries: { audience: { events: 'all' }, purpose: 'marketing', ...MAILING },
  countAudienceOfForm: { audience: {}, purpose: 'marketing' },
  previewMailingOfForm: { audience: {}, purpose: 'marketing', ...MAILING },
  sendMailingOfSeries: { audience: { events: [eventId] }, purpose: 'service', ...MAILING, people: 1, begins_at: null },
  sendMailingOfForm: { audience: {}, purpose: 'marketing', ...MAILING, people: 1, begins_at: null },
  testMailingOfForm: { audience: {}, purpose: 'marketing', ...MAILING },
  openDoor: {},
  sendTaps: { sent_at: NOW, taps: [{ id: crypto.randomUUID(), at: NOW, submission_id: submissionId, here: true }] },
  addWalkIn: { sent_at: NOW, id: crypto.randomUUID(), at: NOW, first_name: 'Wen', last_name: 'Li', email: '', organisation: '' },
  addDoorLink: { label: 'Front door', ends_at: null, may_add: true },
  setAttendance: { ids: [submissionId], here: true },
  testSlack: { channel_id: 'C1' },
  testMail: { title: 'Series', email_from: 'team@example.com', email_subject: 'Hello', email_template: 'Dear %FNAME%' },
});

/** The path of a call with the ids filled in. */
export const pathIn = (path: string, tree: CallTree): string =>
  path.replaceAll(/:(\w+)/g, (_, param: string) => tree[nameInTree(path, param)]);

const SOME_ID = '00000000-0000-4000-8000-000000000000';

/** The queries of calls that require one. */
export const validQueries: Partial<Record<keyof typeof allCalls, string>> = {
  search: '?q=ada',
  findPeople: '?q=ada',
  getSlackChannel: '?channel_id=C1',
  getSomeOfEvent: `?ids=${SOME_ID}`,
  getSomeOfForm: `?ids=${SOME_ID}`,
};
