import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type FilterCounts, type PageQuery, readAnswers } from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { emailKey } from '#contract/rules/email.ts';
import { FOUND_BY_WORDS_MAX } from '#contract/rules/large-lists.ts';
import { SOURCE_KEYS } from '#contract/rules/payload-keys.ts';
import { SEARCH_MAX_LENGTH } from '#contract/rules/search-words.ts';
import type { Answer } from '#contract/rules/sign-up.ts';
import type { Db } from '#server/db/connection.ts';
import { containsWords } from '#server/db/like-pattern.ts';
import { isOf } from '#server/form-store/form-rows.ts';
import { isAttendanceInUse } from '#server/registrations/attendance.ts';
import { HAS_FAILED_STEP } from './present.ts';
import { pastedAddresses, readPersonWords, withReadableDomains } from './search/person-words.ts';
import { attendeeCap, getScopeOwner, type Registration, type RegistrationChoice, registrationsIn } from './submission-scope.ts';

/** `cap` does not leave out people found by the index of words. */
export interface AttendeeFilter
  extends Pick<PageQuery, 'search' | 'filter' | 'answers' | 'import' | 'today_from' | 'registration'>, Omit<RegistrationChoice, 'list'> {
  readonly ids?: readonly string[] | undefined;
}

type FilterName = NonNullable<PageQuery['filter']>;
type CountsQuery = Pick<PageQuery, 'search' | 'answers' | 'import' | 'today_from' | 'registration'>;

/** Whether `submission` has one of the pasted addresses; undefined if there are none. */
function isPasted(search: string): RawBuilder<SqlBool> | undefined {
  const keys = pastedAddresses(search).map(emailKey);
  return keys.length > 0 ? sql`submission.email_key = any(${keys}::text[])` : undefined;
}

/** Spellings besides its own that a typed text may mean: names in some scripts have no spaces, and people without a key for ü type ue. */
const OTHER_SPELLINGS = [
  [/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u, 'submission.last_name || submission.first_name || submission.last_name'],
  [
    /[aou]e|aa|dj/i,
    `replace(replace(replace(replace(replace(translate(
      submission.first_name || ' ' || submission.last_name || ' ' || submission.organisation,
      'ÄÖØøÜÅĐ', 'äöööüåđ'), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'å', 'aa'), 'đ', 'dj')`,
  ],
] as const;

const matches = (text: string): RawBuilder<SqlBool> =>
  isPasted(text) ??
  containsWords(
    sql`submission.first_name || ' ' || submission.last_name || ' ' || submission.organisation || ' ' || submission.email${sql.raw(
      OTHER_SPELLINGS.map(([typed, spelling]) => (typed.test(text) ? ` || ' ' || ${spelling}` : '')).join(''),
    )}`,
    withReadableDomains(text.slice(0, SEARCH_MAX_LENGTH)),
  );

const startOfUtcDay = (): string => `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;

/** For a list of registrations. */
type Filter = (listed: RawBuilder<Registration>, query: Pick<AttendeeFilter, 'today_from'>) => RawBuilder<SqlBool>;

/** Whether someone else in the list has the same address and, if given, the same names, regardless of case. */
const isRepeated =
  (...names: readonly string[]): Filter =>
  (listed) => {
    const of = (table: string) =>
      sql.join([sql.ref(`${table}.email_key`), ...names.map((name) => sql`lower(${sql.ref(`${table}.${name}`)})`)]);
    return sql`(${of('submission')}) in (
      select ${of('twin')} from ${listed} as twin_registration join submissions as twin on twin.id = twin_registration.submission_id
      group by ${of('twin')} having count(*) > 1)`;
  };

const FILTERS: Readonly<Record<FilterName, Filter>> = {
  today: (_listed, { today_from: from = startOfUtcDay() }) => sql`registration.submitted_at >= ${from}::timestamptz`,
  duplicates: isRepeated(),
  same_person: isRepeated('first_name', 'last_name'),
  failed: () => HAS_FAILED_STEP,
  marketing: () => sql`submission.accepts_marketing`,
  no_marketing: () => sql`not submission.accepts_marketing`,
  attended: () => sql`registration.attended_at is not null`,
  not_attended: () => sql`registration.attended_at is null`,
};

function hasAnswer([key, value]: readonly [string, Answer | null]): RawBuilder<SqlBool> {
  const answers = sql.ref(SOURCE_KEYS.some((known) => known === key) ? 'submission.source' : 'submission.answers');
  if (value === null) return sql`${answers} ->> ${key}::text is null`;
  if (value === false) return sql`${answers} -> ${key}::text is distinct from 'true'::jsonb`;
  // Ticked, or answered with text.
  if (value === true)
    return sql`(${answers} @> jsonb_build_object(${key}::text, true) or jsonb_typeof(${answers} -> ${key}::text) = 'string')`;
  // Unlike equality of an extracted answer, containment is estimated from the column's statistics.
  return sql`${answers} @> jsonb_build_object(${key}::text, ${value}::text)`;
}

/** Whether the query includes everyone. */
export const isUnfiltered = ({ ids, filter, answers, import: importId, search = '' }: AttendeeFilter): boolean =>
  ids === undefined && filter === undefined && answers === undefined && importId === undefined && search.trim() === '';

/** The registrations that the query searches. In a large list, people who are not among the newest are found by the beginnings of words. */
function candidatesIn(scope: AttendeeScope, query: AttendeeFilter): RawBuilder<Registration> {
  const { registration: list, search = '', byPosition } = query;
  // An upload has its own index, and an end.
  const cap = query.import === undefined ? query.cap : undefined;
  const newest = registrationsIn(scope, { list, cap, byPosition });
  const words = cap === undefined ? undefined : readPersonWords(search);
  if (words === undefined) return newest;
  const isFound =
    isPasted(search) ?? sql`not awaiting_fan_out and search_keys(first_name, last_name, organisation, email) @@ ${words.exact}::tsquery`;
  return sql`(
    select * from ${newest} as newest
    union
    select * from ${registrationsIn(scope, { list })} as everyone where submission_id in (
      select id from submissions as submission where ${isOf(scope)} and ${isFound}
      limit ${FOUND_BY_WORDS_MAX}))`;
}

/** Whether `submission` and `registration` are among those requested; `listed`: all registrations searched. */
export function matching(query: AttendeeFilter, listed: RawBuilder<Registration>): RawBuilder<SqlBool> {
  const { search = '', ids, answers = '{}', import: importId, filter } = query;
  const conditions = [
    ...(search.trim() === '' ? [] : [matches(search)]),
    ...(ids === undefined ? [] : [sql<SqlBool>`registration.submission_id = any(${ids}::uuid[])`]),
    ...Object.entries(readAnswers(answers) ?? {}).map(hasAnswer),
    ...(importId === undefined ? [] : [sql<SqlBool>`submission.upload_id = ${importId}::uuid`]),
    ...(filter === undefined ? [] : [FILTERS[filter](listed, query)]),
  ];
  return sql`${sql.join([sql`true`, ...conditions], sql` and `)}`;
}

/** Selects the submissions of an event or form that match search and filter, as `submission` joined with `registration`; `among` says where it looks. */
export const selectAttendees = (db: Db, scope: AttendeeScope, query: AttendeeFilter, among = query) =>
  db
    .selectFrom(candidatesIn(scope, among).as<'registration'>('registration'))
    .innerJoin('submissions as submission', 'submission.id', 'registration.submission_id')
    .where(isOf(scope, 'submission')) // An event requested under another series has no submissions.
    .where(matching(query, registrationsIn(scope, { list: query.registration, cap: query.cap })));

export async function countAttendees(db: Db, scope: AttendeeScope, query: AttendeeFilter): Promise<number> {
  const { count } = await selectAttendees(db, scope, query)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counted for each address; the others follow from these. */
const COUNTED = ['today', 'failed', 'marketing', 'attended'] as const satisfies readonly FilterName[];

const sumOf = (count: string) => sql<number>`coalesce(sum(${sql.ref(`address.${count}`)}), 0)::integer`;

/** Counts the matches of each filter in one pass, grouped by address to find duplicates. @throws AppError `not_found` */
export async function countByFilter(db: Db, scope: AttendeeScope, { search = '', ...asked }: CountsQuery): Promise<FilterCounts> {
  const [cap] = await Promise.all([attendeeCap(db, scope), getScopeOwner(db, scope)]);
  const query = { ...asked, cap };
  const isSearched = search.trim() !== '';
  const isFound = sql<SqlBool>`${isSearched ? sql.ref('searched.is_found') : sql`true`}`;
  const listed = registrationsIn(scope, { list: query.registration, cap });
  const countOf = (filter: FilterName) => sql<number>`count(*) filter (where ${isFound} and ${FILTERS[filter](listed, query)})`;
  const addresses = selectAttendees(
    db,
    scope,
    { import: query.import, answers: query.answers, registration: query.registration },
    { ...query, search },
  )
    .$if(isSearched, (select) =>
      // Once per attendee, since folding a name takes longer than everything else; without the offset, once per count.
      select.innerJoinLateral(sql<{ is_found: boolean }>`(select ${matches(search)} as is_found offset 0)`.as('searched'), (join) =>
        join.onTrue(),
      ),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('registrations'),
      eb.fn.countAll<number>().filterWhere(isFound).as('found'),
      ...COUNTED.map((filter) => countOf(filter).as(filter)),
    ])
    .groupBy('submission.email_key');
  const { all, marketing, attended, ...counts } = await db
    .selectFrom(addresses.as('address'))
    .select([
      sumOf('found').as('all'),
      sql<number>`coalesce(sum(address.found) filter (where address.registrations > 1), 0)::integer`.as('duplicates'),
      ...COUNTED.map((filter) => sumOf(filter).as(filter)),
    ])
    .executeTakeFirstOrThrow();
  const isInUse = scope.kind === 'series' && (await isAttendanceInUse(db, scope.eventId));
  return { all, ...counts, marketing, no_marketing: all - marketing, ...(isInUse ? { attended, not_attended: all - attended } : {}) };
}
