import { type Expression, type SqlBool, sql } from 'kysely';
import type { SearchResult } from '#contract/search.ts';
import type { Db } from '#server/db/connection.ts';
import { isNotDeleted } from '#server/db/deletions.ts';
import { containing, startingWith } from '#server/db/like-pattern.ts';

const RESULTS_MAX = 6;
/** Submissions read at most, for words as common as a mail provider's name. */
const MATCHES_MAX = 4_000;
/** Of these, the newest that are grouped by address. */
const NEWEST = 200;
/** Submissions still in the outbox, which the word index does not contain. */
const WAITING_MAX = 500;

type Found<Kind extends keyof SearchResult> = SearchResult[Kind][number];

const hasWords = (title: Expression<string>, text: string) =>
  sql<SqlBool>`${title} ilike all (${text.split(/\s+/).map(containing)}::text[])`;

/** Titles that begin with the text come first. */
const beginsWith = (title: Expression<string>, text: string) => sql<boolean>`${title} ilike ${startingWith(text)}`;

/** Series, or marketing forms, with these words in their title. */
export const listByTitle = (db: Db, table: 'event_series' | 'marketing_forms', text: string): Promise<Found<'series'>[]> =>
  db
    .selectFrom(table)
    .select(['id', 'title'])
    .where((eb) => hasWords(eb.ref('title'), text))
    .orderBy((eb) => beginsWith(eb.ref('title'), text), 'desc')
    .orderBy('created_at', 'desc')
    .limit(RESULTS_MAX)
    .execute();

/** Events with these words in their title. */
export async function listEventsByTitle(db: Db, text: string): Promise<Found<'events'>[]> {
  const events = await db
    .selectFrom('events')
    .innerJoin('event_series as series', 'series.id', 'events.series_id')
    .select([
      'events.id',
      'events.title as event_title',
      'events.starts_at as date',
      'events.is_on_form as show_on_form',
      'series.id as series_id',
      'series.title as series_title',
    ])
    .where((eb) => hasWords(eb.ref('events.title'), text))
    .orderBy((eb) => beginsWith(eb.ref('events.title'), text), 'desc')
    .orderBy('events.created_at', 'desc')
    .limit(RESULTS_MAX)
    .execute();
  return events.map((event) => ({ ...event, date: event.date?.toISOString() ?? null }));
}

/** The newest people with all these words, each at the start of a word of their name, organisation or address. */
export async function listPeople(db: Db, text: string): Promise<Found<'people'>[]> {
  const { rows } = await sql<Omit<Found<'people'>, 'submitted_at'> & { submitted_at: Date }>`
    with found as (
      (select id, email_key, submitted_at from submissions
      where not awaiting_fan_out and words_of_person(first_name, last_name, organisation, email) @@ people_with(${text})
        and ${isNotDeleted(sql.ref('submissions.id'))}
      limit ${MATCHES_MAX})
      union all
      select id, email_key, submitted_at
      from (select * from submissions where awaiting_fan_out order by id desc limit ${WAITING_MAX}) as waiting
      where words_of_person(first_name, last_name, organisation, email) @@ people_with(${text}) and ${isNotDeleted(sql.ref('waiting.id'))}
    ), newest as (
      select * from found order by submitted_at desc, id desc limit ${NEWEST}
    ), people as (
      select distinct on (email_key) * from newest order by email_key, submitted_at desc, id desc
    ), best as (
      select id from people order by submitted_at desc, id desc limit ${RESULTS_MAX}
    )
    select submission.id as submission_id, submission.first_name, submission.last_name, submission.organisation, submission.email,
      submission.submitted_at, submission.series_id, submission.form_id, event.id as event_id, event.title as event_title,
      event.is_on_form as event_show_on_form, coalesce(series.title, form.title) as title
    from best
    join submissions as submission on submission.id = best.id
    left join event_series as series on series.id = submission.series_id
    left join marketing_forms as form on form.id = submission.form_id
    left join lateral (
      select events.id, events.title, events.is_on_form from submission_events as place join events on events.id = place.event_id
      where place.submission_id = submission.id
      order by events.is_on_form desc, events.starts_at, events.id limit 1
    ) as event on true
    order by submission.submitted_at desc, submission.id desc`.execute(db);
  return rows.map((person) => ({ ...person, submitted_at: person.submitted_at.toISOString() }));
}
