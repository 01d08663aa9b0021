import type { PublicSeries, Series, SeriesCard } from '#contract/event-series.ts';
import { disclaimerText, type PublicField } from '#contract/rules/active-fields.ts';
import { daysUntil } from '#contract/rules/next-event.ts';
import type { EventSeriesRow } from '#server/db/tables.ts';
import { presentPublicField } from '#server/field-rule.ts';
import { presentSettings } from '#server/notification-settings.ts';
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

interface SeriesParts {
  readonly row: EventSeriesRow;
  readonly events: Series['events'];
  readonly formFields: Series['formFields'];
  readonly views: readonly ViewsOfDay[];
  readonly refusedTries: readonly { readonly day: string; readonly tries: number }[];
  readonly eventCounts: { readonly visible: number; readonly hidden: number };
  readonly signUps: number;
}

/** One series for staff (decision 20). */
export const presentSeries = ({ row, events, formFields, views, refusedTries, eventCounts, signUps }: SeriesParts): Series => ({
  ...presentSettings(row),
  disclaimerText: disclaimerText(formFields),
  events,
  formFields,
  view_stats: views.map(({ day, views: count }) => ({ date: day, views: count })),
  refused_tries: refusedTries.map(({ day, tries }) => ({ date: day, tries })),
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
    ...presentPublicField(field),
    // Of a hidden event nothing is told, not even its id.
    brunch_event_id: form.events.some(({ id }) => id === field.brunch_event_id) ? field.brunch_event_id : null,
  })),
});
