import { sql } from 'kysely';
import type { FoundPerson } from '#contract/attendees/search.ts';
import { type FormRef, idsOnWire } from '#contract/forms/form-ref.ts';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import { searchWords } from '#contract/rules/search-words.ts';
import type { Db } from '#server/db/connection.ts';
import { isNotDeleted } from '#server/forms/not-deleted.ts';

/** Names of an address that are told besides the latest. */
const OTHER_NAMES_MAX = 20;

interface PersonRow extends Omit<FoundPerson, 'other_names' | 'registration' | 'series_id' | 'form_id'> {
  readonly form: FormRef;
  readonly email_key: string;
  /** The latest first. */
  readonly names: string[];
  /** Of the event; null without one. */
  readonly status: RegistrationStatus | null;
}

/** The names but the latest, in whatever case, those with a searched word first. */
function otherNames([latest = '', ...names]: readonly string[], words: readonly string[]): string[] {
  const distinct = new Map(names.map((name) => [name.toLowerCase(), name]));
  distinct.delete(latest.toLowerCase());
  const isSearched = (name: string) => searchWords(name).some((part) => words.some((word) => part.startsWith(word)));
  const all = [...distinct.values()];
  return [...all.filter(isSearched), ...all.filter((name) => !isSearched(name))].slice(0, OTHER_NAMES_MAX);
}

/** Who is behind these addresses, in their order, by all of their submissions. Those without any are left out. */
export async function describePeople(
  db: Db,
  addresses: readonly string[],
  words: readonly string[],
): Promise<{ key: string; person: FoundPerson }[]> {
  if (addresses.length === 0) return [];
  const { rows } = await sql<PersonRow>`
    with owned as materialized (
      select asked.place, submission.id, submission.submitted_at, submission.first_name || ' ' || submission.last_name as name
      from unnest(${addresses}::text[]) with ordinality as asked (email_key, place)
      cross join forms as form
      cross join lateral (select * from submissions where form_id = form.id and email_key = asked.email_key offset 0) as submission
      where ${isNotDeleted(sql.ref('submission.id'))}
    ), person as (
      select place, count(*)::integer as submissions_count, (array_agg(id order by submitted_at desc, id desc))[1] as latest
      from owned group by place
    )
    select submission.email_key, submission.id as submission_id, submission.first_name, submission.last_name, submission.organisation,
      submission.email, json_build_object('kind', form.kind, 'id', form.id) as form, person.submissions_count,
      event.id as event_id, event.title as event_title, event.is_on_form as event_show_on_form, event.status, form.title,
      array(select name from owned where owned.place = person.place group by name order by max(submitted_at) desc, name) as names
    from person
    join submissions as submission on submission.id = person.latest
    join forms as form on form.id = submission.form_id
    left join lateral (
      select events.id, events.title, events.is_on_form, place.status from registrations as place join events on events.id = place.event_id
      where place.submission_id = submission.id
      order by place.status = 'confirmed' desc, events.is_on_form desc, events.starts_at, events.id limit 1
    ) as event on true
    order by person.place`.execute(db);
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
