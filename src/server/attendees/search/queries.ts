import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { FoundPeople, FoundPerson, PeopleQuery, SearchResult } from '#contract/attendees/search.ts';
import { type FormRef, idsOnWire } from '#contract/forms/form-ref.ts';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import { folded, searchWords } from '#contract/rules/search-words.ts';
import { isBlank } from '#contract/rules/text.ts';
import { isAfterCursor, microsecondsOf, pageOf } from '#server/cursor.ts';
import { type Db, rowsOf } from '#server/db/connection.ts';
import { containsWords, startingWith } from '#server/db/like-pattern.ts';
import { isNotDeleted } from '#server/form-store/form-rows.ts';
import { OUTBOX } from '#server/queues/queues.ts';
import { momentsAsText } from '#server/wire-names.ts';
import { type PersonWords, readPersonWords } from './person-words.ts';

/** An address's other names, besides the latest. */
const OTHER_NAMES_MAX = 20;

interface PersonRow extends Omit<FoundPerson, 'other_names' | 'registration' | 'series_id' | 'form_id'> {
  readonly form: FormRef;
  readonly email_key: string;
  /** Latest first. */
  readonly names: string[];
  /** Of the event; null without one. */
  readonly status: RegistrationStatus | null;
}

/** All names but the latest, regardless of case, those with a searched word first. */
function otherNames([latest = '', ...names]: readonly string[], words: readonly string[]): string[] {
  const distinct = new Map(names.map((name) => [name.toLowerCase(), name]));
  distinct.delete(latest.toLowerCase());
  const isSearched = (name: string) => searchWords(name).some((part) => words.some((word) => part.startsWith(word)));
  const all = [...distinct.values()];
  return [...all.filter(isSearched), ...all.filter((name) => !isSearched(name))].slice(0, OTHER_NAMES_MAX);
}

/** The people behind these addresses, in this order, based on all their submissions. Addresses without any are omitted. */
async function describePeople(db: Db, addresses: readonly string[], words: readonly string[]) {
  if (addresses.length === 0) return [];
  const rows = await rowsOf<PersonRow>(db)`
    with owned as materialized (
      select asked.number, submission.id, submission.submitted_at, ltrim(submission.first_name || ' ' || submission.last_name) as name
      from unnest(${addresses}::text[]) with ordinality as asked (email_key, number)
      cross join forms as form
      cross join lateral (select * from submissions where form_id = form.id and email_key = asked.email_key offset 0) as submission
      where ${isNotDeleted(sql.ref('submission.id'))}
    ), person as (
      select number, count(*)::integer as submissions_count, (array_agg(id order by submitted_at desc, id desc))[1] as latest
      from owned group by number
    )
    select submission.email_key, submission.id as submission_id, submission.first_name, submission.last_name, submission.organisation,
      submission.email, json_build_object('kind', form.kind, 'id', form.id) as form, person.submissions_count,
      event.id as event_id, event.title as event_title, event.is_on_form as event_show_on_form, event.status, form.title,
      array(select name from owned where owned.number = person.number group by name order by max(submitted_at) desc, name) as names
    from person
    cross join lateral (select * from submissions where id = person.latest offset 0) as submission
    join forms as form on form.id = submission.form_id
    left join lateral (
      select events.id, events.title, events.is_on_form, registration.status from registrations as registration join events on events.id = registration.event_id
      where registration.submission_id = submission.id
      order by registration.status = 'confirmed' desc, events.is_on_form desc, events.starts_at, events.id limit 1
    ) as event on true
    order by person.number`;
  return rows.map(({ email_key: key, names, status, form, ...person }) => ({
    key,
    person: {
      ...person,
      ...idsOnWire(form),
      other_names: otherNames(names, words),
      ...(status === null || status === 'confirmed' ? {} : { registration: status }),
    },
  }));
}

/** The most submissions read, for words as common as a mail provider's name. */
const MATCHES_MAX = 4_000;
/** Submissions still in the outbox, which the index does not contain. */
const WAITING_MAX = 500;
/** The most submissions read whose names may be spelled slightly differently, and people shown from them. */
const NEAR_MATCHES_MAX = 500;
const NEAR_PEOPLE_MAX = 20;
const COLUMNS = sql.raw('id, email_key, submitted_at, first_name, last_name, organisation, email');
const KEYS = sql.raw('search_keys(first_name, last_name, organisation, email)');
const NAME_WORDS = sql.raw("search_words(first_name || ' ' || last_name)");
const WORDS = sql.raw("array_to_tsvector(search_words(first_name || ' ' || last_name || ' ' || organisation || ' ' || email))");

/** The index's keys match more than what was typed, so the results are compared letter by letter. */
const isNear = ({ near }: PersonWords): RawBuilder<SqlBool> =>
  near === undefined
    ? sql`false`
    : sql.join(
        near.words.map(
          ({ exact, patterns }) => sql`(
            ${WORDS} @@ ${exact}::tsquery or exists (select from unnest(${NAME_WORDS}) as word where word like any (${patterns}::text[])))`,
        ),
        sql` and `,
      );

interface FoundRow {
  readonly id: string;
  readonly email_key: string;
  readonly is_near: boolean;
  readonly micros: number;
  readonly people_count: number;
  readonly submissions_count: number;
}

/** People who match whole words count as later, so that they come first on all pages. */
const findAddresses = (db: Db, words: PersonWords, { limit, cursor }: PeopleQuery): Promise<FoundRow[]> => rowsOf<FoundRow>(db)`
  with waiting as materialized (
    select ${COLUMNS} from ${sql.raw(OUTBOX)} as submissions order by id desc limit ${WAITING_MAX}
  ), found as materialized (
    (select ${COLUMNS} from submissions
    where not awaiting_fan_out and ${KEYS} @@ ${words.exact}::tsquery and ${isNotDeleted(sql.ref('submissions.id'))}
    limit ${MATCHES_MAX})
    union all
    select * from waiting where ${WORDS} @@ ${words.exact}::tsquery and ${isNotDeleted(sql.ref('waiting.id'))}
  ), whole as materialized (
    (select id, email_key, submitted_at from submissions
    where not awaiting_fan_out and ${KEYS} @@ ${words.whole}::tsquery and ${isNotDeleted(sql.ref('submissions.id'))}
    limit ${MATCHES_MAX})
    union all
    select id, email_key, submitted_at from found where id in (select id from waiting) and ${WORDS} @@ ${words.whole}::tsquery
  ), people as materialized (
    select distinct on (email_key) id, email_key, submitted_at from (
      select id, email_key, submitted_at from found
      union all
      select id, email_key, submitted_at + interval '100 years' from whole
    ) as ranked order by email_key, submitted_at desc, id desc
  ), page as (
    select * from people where ${isAfterCursor(cursor)} order by submitted_at desc, id desc limit ${limit + 1}
  ), near as (
    (select ${COLUMNS} from submissions
    where not awaiting_fan_out and ${KEYS} @@ ${words.near?.candidates ?? ''}::tsquery and ${isNotDeleted(sql.ref('submissions.id'))}
    limit ${NEAR_MATCHES_MAX})
    union all
    select * from waiting where ${isNotDeleted(sql.ref('waiting.id'))}
  ), near_people as (
    select distinct on (email_key) id, email_key, submitted_at from near
    where not exists (select from people where people.email_key = near.email_key) and ${isNear(words)}
    order by email_key, submitted_at desc, id desc
  ), best as (
    select *, false as is_near from page
    union all
    (select *, true from near_people
    where ${words.near !== undefined} and (select count(*) from found) < ${MATCHES_MAX} and (select count(*) from page) <= ${limit}
    order by submitted_at desc, id desc limit ${NEAR_PEOPLE_MAX})
  )
  select id, email_key, is_near, ${microsecondsOf(sql.ref('submitted_at'))} as micros,
    (select count(*) from people) as people_count, (select count(*) from found) as submissions_count
  from best order by is_near, submitted_at desc, id desc`;

/** People with words that begin with these: first those who match whole words, then the latest, last those spelled a little differently. @throws AppError `invalid` at `cursor` */
export async function listPeople(db: Db, query: PeopleQuery): Promise<FoundPeople> {
  const words = readPersonWords(query.q);
  const rows = words === undefined ? [] : await findAddresses(db, words, query);
  const exact = rows.filter((row) => !row.is_near);
  const { rows: page, next_cursor } = pageOf(exact, query.limit, ({ micros, id }) => [micros, id]);
  const addresses = [...page, ...rows.filter((row) => row.is_near)].map((row) => row.email_key);
  const described = await describePeople(db, addresses, words?.words ?? []);
  const keys = new Set(page.map((row) => row.email_key));
  return {
    people: described.filter(({ key }) => keys.has(key)).map(({ person }) => person),
    people_count: rows[0]?.people_count ?? 0,
    has_more_people: (rows[0]?.submissions_count ?? 0) >= MATCHES_MAX,
    spelled_differently: described.filter(({ key }) => !keys.has(key)).map(({ person }) => person),
    next_cursor,
  };
}

const TITLES_MAX = 6;

type Found<Kind extends keyof SearchResult> = SearchResult[Kind] extends (infer Each)[] ? Each : never;

/** Those of `found` that a text names: titles that begin with it come first, then those that contain its words, then those named otherwise. */
const byTitle = (text: string, ofTitle = containsWords(sql`found.title`, text), isNamed = ofTitle) => sql`
  ${isNamed}
  order by folded(found.title) like ${startingWith(folded(text))} desc, not ${ofTitle}, found.created_at desc limit ${TITLES_MAX}`;

const listFormsByTitle = (db: Db, kind: FormRef['kind'], text: string): Promise<Found<'series' | 'forms'>[]> =>
  rowsOf<Found<'series' | 'forms'>>(db)`
    select id, title, coalesce(kept.signups, 0) as signups_count from forms as found
    left join form_counts as kept on kept.form_id = found.id where kind = ${kind} and ${byTitle(text)}`;

/** Events are also found by words of which their series has some, but not all. */
async function listEventsByTitle(db: Db, text: string): Promise<Found<'events'>[]> {
  const [own, series, both] = ['found.title', 'series.title', `found.title || ' ' || series.title`].map((title) =>
    containsWords(sql.raw(title), text),
  );
  const events = await rowsOf<Omit<Found<'events'>, 'date'> & { readonly date: Date | null }>(db)`
    select found.id, found.title as event_title, starts_at as date, is_on_form as show_on_form, series.id as series_id, series.title as series_title
    from events as found join forms as series on series.id = form_id
    where ${byTitle(text, own, sql`${both} and (${own} or not ${series})`)}`;
  return events.map(momentsAsText);
}

const PEOPLE_MAX = 3;

/** The best results of each kind; none for a blank text. */
export async function searchEverything(db: Db, typed: string): Promise<SearchResult> {
  const text = isBlank(typed) ? '' : typed.trim();
  const [series, forms, events, { next_cursor: _next, ...people }] = await Promise.all([
    listFormsByTitle(db, 'series', text),
    listFormsByTitle(db, 'marketing', text),
    listEventsByTitle(db, text),
    listPeople(db, { q: text, limit: PEOPLE_MAX }),
  ]);
  return { series, forms, events, ...people, spelled_differently: people.spelled_differently.slice(0, PEOPLE_MAX) };
}
