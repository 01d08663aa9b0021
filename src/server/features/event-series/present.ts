import type { PublicSeries, Series, SeriesCard, SeriesSettings } from '#contract/event-series.ts';
import { disclaimers, type PublicField } from '#contract/rules/active-fields.ts';
import { daysUntil } from '#contract/rules/next-event.ts';
import type { EventSeriesRow } from '#server/db/tables.ts';
import type { SeriesCardRow, ViewsOfDay } from './queries.ts';

/** A card of the dashboard (decisions 4, 20). */
export const presentCard = (row: SeriesCardRow, now: Date): SeriesCard => ({
  id: row.id,
  title: row.title,
  events_count: row.visible_events,
  signups_count: row.addresses,
  next_event_date: row.next_event?.toISOString() ?? null,
  days_until_next_event: daysUntil(row.next_event, now),
});

/** The settings of a series, for staff. */
export const presentSettings = (row: EventSeriesRow): SeriesSettings => ({
  id: row.id,
  title: row.title,
  send_notifications_slack: row.send_notifications_slack,
  slack_channel_id: row.slack_channel_id,
  copper_tag: row.copper_tag,
  email_forward: row.email_forward,
  email_from: row.email_from,
  email_subject: row.email_subject,
  email_template: row.email_template,
  version: row.version,
});

/** The label of the form's first disclaimer, or null: the text lives in one place (decision 2). */
const disclaimerText = (fields: readonly PublicField[]): string | null => disclaimers(fields)[0]?.label ?? null;

interface SeriesParts {
  readonly row: EventSeriesRow;
  readonly events: Series['events'];
  readonly formFields: Series['formFields'];
  readonly views: readonly ViewsOfDay[];
  readonly eventCounts: { readonly visible: number; readonly hidden: number };
  readonly signUps: number;
}

/** One series for staff (decision 20). */
export const presentSeries = ({ row, events, formFields, views, eventCounts, signUps }: SeriesParts): Series => ({
  ...presentSettings(row),
  disclaimerText: disclaimerText(formFields),
  events,
  formFields,
  view_stats: views.map(({ day, views: count }) => ({ date: day, views: count })),
  visible_events_count: eventCounts.visible,
  hidden_events_count: eventCounts.hidden,
  signups_count: signUps,
});

interface PublicForm {
  readonly id: string;
  readonly title: string;
  readonly events: PublicSeries['events'];
  readonly fields: readonly PublicField[];
}

/** What the public form needs, and nothing else; each field by its name, so that nothing new can leak (decision 15). */
export const presentPublicSeries = (form: PublicForm): PublicSeries => ({
  id: form.id,
  title: form.title,
  disclaimerText: disclaimerText(form.fields),
  events: form.events.map((event) => ({
    id: event.id,
    event_title: event.event_title,
    date: event.date,
    brunch_event: event.brunch_event,
  })),
  formFields: form.fields.map((field) => ({
    id: field.id,
    label: field.label,
    name: field.name,
    type: field.type,
    inputType: field.type,
    required: field.required,
    options: [...field.options],
    order: field.order,
    brunch_event: field.brunch_event,
    // Of a hidden event nothing is told, not even its id.
    brunch_event_id: form.events.some(({ id }) => id === field.brunch_event_id) ? field.brunch_event_id : null,
  })),
});
