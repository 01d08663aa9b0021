import type { SearchResult } from '#contract/search.ts';
import type { FoundEvent, FoundPerson } from './queries.ts';

export const presentFoundEvent = (event: FoundEvent): SearchResult['events'][number] => ({
  id: event.id,
  event_title: event.title,
  date: event.starts_at?.toISOString() ?? null,
  show_on_form: event.is_on_form,
  series_id: event.series_id,
  series_title: event.series_title,
});

export const presentFoundPerson = (person: FoundPerson): SearchResult['people'][number] => ({
  submission_id: person.submission_id,
  first_name: person.first_name,
  last_name: person.last_name,
  organisation: person.organisation,
  email: person.email,
  submitted_at: person.submitted_at.toISOString(),
  series_id: person.series_id,
  form_id: person.form_id,
  event_id: person.event_id,
  title: person.title,
  event_title: person.event_title,
  event_show_on_form: person.event_is_on_form,
});
