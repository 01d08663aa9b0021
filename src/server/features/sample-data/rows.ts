import type { Insertable } from 'kysely';
import { emailKey } from '#contract/rules/email.ts';
import { fieldKey } from '#contract/rules/field-key.ts';
import type { Answer } from '#contract/rules/sign-up.ts';
import { STARTER_MAILS } from '#contract/texts/starter-mail.ts';
import { newId } from '#server/db/new-id.ts';
import type { Database } from '#server/db/tables.ts';
import type { Chance } from './chance.ts';
import { type DemoPerson, somebody } from './people.ts';
import type { DemoEvent, DemoField, DemoForm, DemoSeries } from './plan.ts';

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
/** Thirteen months. */
const DEMO_DAYS = 395;
const DUPLICATE_SHARE = 0.06;
const FAILED_SHARE = 0.02;
export const NOTIFICATIONS = { send_notifications_slack: true, slack_channel_id: 'C0DEMO', email_from: 'courses@example.com' } as const;

type Rows<T extends keyof Database> = Insertable<Database[T]>[];

/** The rows of the demo by table, in an order that satisfies the foreign keys. */
export interface DemoRows {
  event_series: Rows<'event_series'>;
  marketing_forms: Rows<'marketing_forms'>;
  events: Rows<'events'>;
  form_fields: Rows<'form_fields'>;
  submissions: Rows<'submissions'>;
  submission_events: Rows<'submission_events'>;
  submission_steps: Rows<'submission_steps'>;
  waiting_entries: Rows<'waiting_entries'>;
  registration_changes: Rows<'registration_changes'>;
  view_counts: Rows<'view_counts'>;
  form_view_counts: Rows<'form_view_counts'>;
  form_setups: Rows<'form_setups'>;
  feedback_lists: Rows<'feedback_lists'>;
  feedback_entries: Rows<'feedback_entries'>;
}

export const noRows = (): DemoRows => ({
  event_series: [],
  marketing_forms: [],
  events: [],
  form_fields: [],
  submissions: [],
  submission_events: [],
  submission_steps: [],
  waiting_entries: [],
  registration_changes: [],
  view_counts: [],
  form_view_counts: [],
  form_setups: [],
  feedback_lists: [],
  feedback_entries: [],
});

export interface Making {
  readonly rows: DemoRows;
  readonly chance: Chance;
  readonly now: Date;
}

type Owner = { series_id: string; form_id?: undefined } | { form_id: string; series_id?: undefined };

export function addFields({ rows }: Making, owner: Owner, fields: readonly DemoField[], eventIds: ReadonlyMap<string, string>): void {
  fields.forEach((field, position) => {
    const brunchEventId = field.brunchEvent === undefined ? null : (eventIds.get(field.brunchEvent) ?? null);
    rows.form_fields.push({
      id: newId(),
      series_id: owner.series_id ?? null,
      form_id: owner.form_id ?? null,
      key: fieldKey(field.label),
      label: field.label,
      type: field.type,
      is_required: field.isRequired ?? false,
      options: JSON.stringify(field.options ?? []),
      position,
      show_on_slack: field.showOnSlack ?? false,
      is_brunch: brunchEventId !== null,
      brunch_event_id: brunchEventId,
    });
  });
}

function answerTo(field: DemoField, chance: Chance): Answer | undefined {
  if (field.type === 'checkbox') return chance.happens(0.6);
  if (field.type === 'select') return chance.pick(field.options ?? ['']);
  if (field.isRequired !== true && chance.happens(0.7)) return undefined;
  if (field.samples !== undefined) return chance.pick(field.samples);
  return field.type === 'textarea' ? 'How others handle this in small teams.' : chance.pick(['Vegetarian', 'No nuts', 'Halal', 'A-1042']);
}

export function answersTo(fields: readonly DemoField[], chosenTitles: readonly string[], chance: Chance): Record<string, Answer> {
  const asked = fields.filter(
    ({ type, brunchEvent }) => type !== 'disclaimer' && (brunchEvent === undefined || chosenTitles.includes(brunchEvent)),
  );
  const entries = asked.map((field) => [fieldKey(field.label), answerTo(field, chance)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, Answer] => entry[1] !== undefined));
}

/** A time in working hours, more likely a recent one. */
function momentOf({ chance, now }: Making): Date {
  const back = Math.floor((chance.below(1_000) / 1_000) ** 1.2 * DEMO_DAYS);
  const day = new Date(now.getTime() - back * DAY_MS);
  day.setUTCHours(7 + chance.below(11), chance.below(60), chance.below(60), 0);
  return day > now ? new Date(now.getTime() - chance.below(HOUR_MS)) : day;
}

const SOURCES = [{}, {}, { utm_source: 'newsletter', utm_medium: 'email' }, { source_page: 'https://www.example.com/events' }] as const;

export function addSubmission(
  making: Making,
  owner: Owner,
  person: DemoPerson,
  submittedAt: Date,
  answers: Record<string, Answer>,
): string {
  const { rows, chance } = making;
  const id = newId();
  rows.submissions.push({
    id,
    series_id: owner.series_id ?? null,
    form_id: owner.form_id ?? null,
    ...person,
    email_key: emailKey(person.email),
    accepts_marketing: chance.happens(0.45),
    answers: JSON.stringify(answers),
    source: JSON.stringify(chance.pick(SOURCES)),
    submitted_at: submittedAt,
  });
  addSteps(making, id, submittedAt);
  return id;
}

function addSteps({ rows, chance }: Making, submissionId: string, at: Date): void {
  const isFailed = chance.happens(FAILED_SHARE);
  for (const step of ['slack', 'email'] as const) {
    const failed = isFailed && step === 'slack';
    rows.submission_steps.push({
      submission_id: submissionId,
      step,
      state: failed ? 'failed' : 'succeeded',
      attempts: 1,
      message: failed ? 'The bot is not in channel C0DEMO' : '',
      cause: failed ? 'not_in_channel C0DEMO' : '',
      first_tried_at: at,
      updated_at: at,
    });
  }
}

/** One to three different events, chosen by weight. */
function chooseEvents(events: readonly DemoEvent[], chance: Chance): DemoEvent[] {
  const lot = events.flatMap((event) => Array.from({ length: event.weight }, () => event));
  const count = 1 + (chance.happens(0.3) ? 1 : 0) + (chance.happens(0.1) ? 1 : 0);
  return [...new Set(Array.from({ length: count }, () => chance.pick(lot)))];
}

function addEvents({ rows, now }: Making, seriesId: string, events: readonly DemoEvent[]): Map<string, string> {
  const ids = new Map<string, string>();
  for (const event of events) {
    const id = newId();
    const startsAt = new Date(now.getTime() + event.inDays * DAY_MS);
    startsAt.setUTCHours(event.hour, 30, 0, 0);
    ids.set(event.title, id);
    rows.events.push({
      id,
      series_id: seriesId,
      title: event.title,
      starts_at: startsAt,
      is_on_form: event.isOnForm,
      is_brunch: event.isBrunch ?? false,
      calendar_id: `demo-${ids.size}`,
      target_participants: 60,
      maximum_participants: 80,
    });
  }
  return ids;
}

/** A year of views, by day. */
export const viewsOf = ({ chance, now }: Making, signUps: number) =>
  Array.from({ length: DEMO_DAYS }, (_, back) => ({
    day: new Date(now.getTime() - back * DAY_MS).toISOString().slice(0, 10),
    views: 3 + chance.below(Math.ceil(signUps / 40)),
  }));

/** A series with its events, fields, sign-ups, some of them repeated, and a year of views. */
export function addSeries(making: Making, series: DemoSeries): void {
  const { rows, chance, now } = making;
  const id = newId();
  const { subject, template } = STARTER_MAILS.series;
  rows.event_series.push({ id, title: series.title, ...NOTIFICATIONS, email_subject: subject, email_template: template });
  rows.form_setups.push({ series_id: id, dismissed_at: now });
  const eventIds = addEvents(making, id, series.events);
  addFields(making, { series_id: id }, series.fields, eventIds);
  const people: DemoPerson[] = [];
  for (let number = 1; number <= series.signUps; number += 1) {
    const person = people.length > 0 && chance.happens(DUPLICATE_SHARE) ? chance.pick(people) : somebody(chance, number);
    people.push(person);
    const chosen = chooseEvents(series.events, chance);
    const submittedAt = momentOf(making);
    const titles = chosen.map(({ title }) => title);
    const submissionId = addSubmission(making, { series_id: id }, person, submittedAt, answersTo(series.fields, titles, chance));
    for (const title of titles) {
      rows.submission_events.push({ event_id: eventIds.get(title) ?? '', submission_id: submissionId, submitted_at: submittedAt });
    }
  }
  rows.view_counts.push(...viewsOf(making, series.signUps).map((views) => ({ series_id: id, ...views })));
}

export function addForm(making: Making, form: DemoForm): void {
  const { rows, chance, now } = making;
  const id = newId();
  const { subject, template } = STARTER_MAILS.form;
  const mail = { email_subject: subject, email_template: template };
  rows.marketing_forms.push({ id, title: form.title, has_downloadable_content: form.hasDownload, ...NOTIFICATIONS, ...mail });
  rows.form_setups.push({ form_id: id, dismissed_at: now });
  addFields(making, { form_id: id }, form.fields, new Map());
  for (let number = 1; number <= form.signUps; number += 1) {
    addSubmission(making, { form_id: id }, somebody(chance, number), momentOf(making), answersTo(form.fields, [], chance));
  }
  rows.form_view_counts.push(...viewsOf(making, form.signUps).map((views) => ({ form_id: id, ...views })));
}

export function addFeedback({ rows, chance, now }: Making, feedback: { title: string; comments: readonly (string | null)[] }): void {
  const id = newId();
  const entries = feedback.comments.map((comment, index) => ({
    id: newId(),
    list_id: id,
    rating: 2 + chance.below(4),
    comment,
    submitted_at: new Date(now.getTime() - index * 9 * DAY_MS),
  }));
  rows.feedback_lists.push({ id, title: feedback.title, entries_count: entries.length });
  rows.feedback_entries.push(...entries);
}
