import type { SearchResult } from '#contract/search.ts';
import type { EventHit, PersonHit } from './queries.ts';

export const presentEventHit = (hit: EventHit): SearchResult['events'][number] => ({
  id: hit.id,
  event_title: hit.title,
  date: hit.starts_at?.toISOString() ?? null,
  show_on_form: hit.is_on_form,
  series_id: hit.series_id,
  series_title: hit.series_title,
});

export const presentPersonHit = (hit: PersonHit): SearchResult['people'][number] => ({
  submission_id: hit.submission_id,
  first_name: hit.first_name,
  last_name: hit.last_name,
  organisation: hit.organisation,
  email: hit.email,
  submitted_at: hit.submitted_at.toISOString(),
  series_id: hit.series_id,
  form_id: hit.form_id,
  event_id: hit.event_id,
  title: hit.title,
  event_title: hit.event_title,
  event_show_on_form: hit.event_is_on_form,
});
