import { z } from 'zod';
import { id, moment, text } from './wire-text.ts';

const SEARCH_MAX_LENGTH = 200;

/** Words to search for, each at the beginning of a word of a person, or anywhere in a title. */
export const searchQuerySchema = z.object({ q: text(SEARCH_MAX_LENGTH) });

const titled = z.object({ id, title: z.string() });

const foundEventSchema = z.object({
  id,
  event_title: z.string(),
  date: moment.nullable(),
  show_on_form: z.boolean(),
  series_id: id,
  series_title: z.string(),
});

const foundPersonSchema = z.object({
  submission_id: id,
  first_name: z.string(),
  last_name: z.string(),
  organisation: z.string(),
  email: z.string(),
  submitted_at: moment,
  series_id: id.nullable(),
  form_id: id.nullable(),
  event_id: id.nullable(),
  title: z.string(),
  event_title: z.string().nullable(),
  /** Whether that event is on the form; hidden events are listed on another page. */
  event_show_on_form: z.boolean().nullable(),
});

export const searchResultSchema = z.object({
  series: z.array(titled),
  forms: z.array(titled),
  events: z.array(foundEventSchema),
  people: z.array(foundPersonSchema),
});

export type SearchResult = z.infer<typeof searchResultSchema>;
