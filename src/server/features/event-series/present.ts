import type { PublicSeries, Series, SeriesCard } from '#contract/event-series.ts';
import { disclaimerText, type PublicField } from '#contract/rules/active-fields.ts';
import { daysUntil } from '#contract/rules/next-event.ts';
import type { EventSeriesRow } from '#server/db/tables.ts';
import { presentPublicField } from '#server/forms/field-rule.ts';
import { presentSettings } from '#server/forms/notification-settings.ts';
import type { SeriesCardRow, ViewsOfDay } from './queries.ts';

export const presentCard = (row: SeriesCardRow, now: Date): SeriesCard => ({
  id: row.id,
  title: row.title,
  events_count: row.visible_events,
  signups_count: row.addresses,
  next_event_date: row.next_event?.toISOString() ?? null,
  days_until_next_event: daysUntil(row.next_event, now),
});

interface SeriesParts {
  readonly row: EventSeriesRow;
  readonly events: Series['events'];
  readonly formFields: Series['formFields'];
  readonly views: readonly ViewsOfDay[];
  readonly blockedSubmissions: readonly { readonly day: string; readonly tries: number }[];
  readonly eventCounts: { readonly visible: number; readonly hidden: number };
  readonly signUps: number;
}

export const presentSeries = ({ row, events, formFields, views, blockedSubmissions, eventCounts, signUps }: SeriesParts): Series => ({
  ...presentSettings(row),
  disclaimerText: disclaimerText(formFields),
  events,
  formFields,
  view_stats: views.map(({ day, views: count }) => ({ date: day, views: count })),
  refused_tries: blockedSubmissions.map(({ day, tries }) => ({ date: day, tries })),
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

/** Lists each field, so that a new column cannot leak to visitors. */
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
    ...presentPublicField(field),
    // The id of a hidden event must not leak.
    brunch_event_id: form.events.some(({ id }) => id === field.brunch_event_id) ? field.brunch_event_id : null,
  })),
});
