import type { api } from '#contract/api.ts';
import type { TestServer } from './server.ts';
import { addAttendee, addEvent, addFields, addSeries, newEvent } from './staff-calls.ts';

/** One of each thing that a path can name; `id` is the series. */
export interface CallTree {
  readonly id: string;
  readonly eventId: string;
  readonly submissionId: string;
  readonly fieldId: string;
  /** A feedback list, which is an `id` too. */
  readonly feedbackId: string;
}

/** Adds a series with an event, an attendee and a field, and a feedback list. */
export async function addTree(server: TestServer): Promise<CallTree> {
  const { id } = await addSeries(server);
  const event = await addEvent(server, id);
  const [field] = await addFields(server, id, 'Diet');
  const submission = await addAttendee(server, id, event.id, { diet: 'None' });
  const feedback = await server.post('/website-feedback/add', { title: 'Website' });
  return { id, eventId: event.id, submissionId: submission.id, fieldId: field?.id ?? '', feedbackId: feedback.body.data.id };
}

/** A body that the call takes, for each that takes one; the events of a sign-up are those of the tree. */
export const validBodies = ({ eventId }: CallTree): Partial<Record<keyof typeof api, unknown>> => ({
  addEventSeries: { title: 'New series' },
  editEventSeries: { title: 'Changed', email_template: 'Dear %FNAME%' },
  addEvent: newEvent({ show_on_form: true, brunch_event: true, copper_tag: 'tag', target_participants: 5, maximum_participants: 9 }),
  editEvent: newEvent({ event_title: 'Changed', show_on_form: false }),
  addSubmission: { first_name: 'Bea', last_name: 'B', email: 'bea@example.com', message: 'Hi', diet: 'Vegan', accepts_marketing: true },
  editSubmission: { first_name: 'Changed', email: 'changed@example.com', diet: 'Vegan' },
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
  addFeedbackList: { title: 'New list' },
  submitFeedback: { rating: 4, comment: 'Fine' },
});

/** The path of a call with the ids of a tree in it. */
export const pathIn = (path: string, tree: CallTree): string =>
  path.replaceAll(/:(\w+)/g, (_, name: keyof CallTree) => (path.startsWith('/website-feedback') ? tree.feedbackId : tree[name]));
