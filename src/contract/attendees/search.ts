import { z } from 'zod';
import { endpoint, staffRead } from '../endpoint.ts';
import { eventSchema } from '../events/event.ts';
import { formCardSchema } from '../forms/marketing-form.ts';
import { registrationStatus } from '../registrations/places.ts';
import { SEARCH_MAX_LENGTH } from '../rules/search-words.ts';
import { id, pageQuery, text } from '../wire-text.ts';
import { linkedSubmission } from './submission.ts';

/** Words to search for, each at the start of a word about a person, or anywhere in a title; accents do not matter. */
const searchQuerySchema = z.object({ q: text(SEARCH_MAX_LENGTH) });

const peopleQuerySchema = searchQuerySchema.extend(pageQuery(50).shape);
export type PeopleQuery = z.infer<typeof peopleQuerySchema>;

const titled = formCardSchema.omit({ is_archived: true });

const foundEventSchema = eventSchema
  .pick({ id: true, event_title: true, date: true, show_on_form: true })
  .extend({ series_id: id, series_title: z.string() });

/** All submissions of one address, by the latest of them, with its event or form. */
const foundPersonSchema = z.object({
  ...linkedSubmission,
  organisation: z.string(),
  /** The address's other names: first those searched for, then the latest. */
  other_names: z.array(z.string()),
  submissions_count: z.int(),
  /** The registration's status for that event; absent while it is confirmed. */
  registration: registrationStatus.exclude(['confirmed']).optional(),
});

const foundPeople = {
  /** People who match all words, latest first. */
  people: z.array(foundPersonSchema),
  people_count: z.int(),
  /** Whether there are more than were counted, since too many submissions contain these words. */
  has_more_people: z.boolean(),
  /** With a name of five letters or more in which one letter is wrong, missing, extra or out of place; only on the last page. */
  spelled_differently: z.array(foundPersonSchema),
};

export const foundPeopleSchema = z.object({ ...foundPeople, next_cursor: z.string().nullable() });

export const searchResultSchema = z.object({
  series: z.array(titled),
  forms: z.array(titled),
  events: z.array(foundEventSchema),
  ...foundPeople,
});

export const searchCalls = {
  search: endpoint(staffRead, '/search', {
    query: searchQuerySchema,
    response: searchResultSchema,
    summary: 'The best matching series, forms, events and people for some words',
  }),
  findPeople: endpoint(staffRead, '/people', {
    query: peopleQuerySchema,
    response: foundPeopleSchema,
    summary: 'All people matching some words, latest first, in pages',
  }),
} as const;

export type FoundPerson = z.infer<typeof foundPersonSchema>;
export type FoundPeople = z.infer<typeof foundPeopleSchema>;
export type SearchResult = z.infer<typeof searchResultSchema>;
