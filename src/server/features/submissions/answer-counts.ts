import { sql } from 'kysely';
import { SOURCE_KEYS } from '#contract/rules/payload-keys.ts';
import { activeFields } from '#contract/rules/public-fields.ts';
import type { Answer } from '#contract/rules/sign-up.ts';
import type { AnswerCounts } from '#contract/submission.ts';
import type { Db } from '#server/db/connection.ts';
import { type EventPath, getEvent } from '#server/features/events/queries.ts';
import { listPublicFields } from '#server/features/form-fields/queries.ts';
import { selectAttendees } from './attendee-filters.ts';

interface AnswerCount {
  readonly value: Answer | null;
  readonly count: number;
}

const VALUES_OF_A_SOURCE_MAX = 20;

/** The answers to the select and checkbox fields that attendees of an event are asked, then the sources, counted in one pass. @throws AppError `not_found` */
export async function countAnswers(db: Db, { seriesId, eventId }: EventPath): Promise<AnswerCounts> {
  const event = await getEvent(db, { seriesId, eventId });
  const events = [{ id: event.id, event_title: event.title, date: null, brunch_event: event.is_brunch }];
  const fields = activeFields(await listPublicFields(db, { kind: 'series', id: seriesId }), events, [eventId]).filter(
    ({ type }) => type === 'select' || type === 'checkbox',
  );
  const keys = [...fields.map(({ name }) => name), ...SOURCE_KEYS];
  // No field has the key of a source.
  const value = sql<Answer | null>`coalesce(submission.answers -> field.key, submission.source -> field.key)`;
  const rows = await selectAttendees(db, { kind: 'series', id: seriesId, eventId }, {})
    .innerJoinLateral(sql<{ key: string }>`unnest(${keys}::text[])`.as<'field'>(sql`field(key)`), (join) => join.onTrue())
    .select(['field.key', value.as('value')])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(['field.key', value])
    .execute();
  const byKey = Map.groupBy(rows, ({ key }) => key);
  const ofFields = fields.map(({ name, type, options }) => {
    const counts = byKey.get(name) ?? [];
    return { name, counts: type === 'checkbox' ? ticked(counts) : inOrder(options, counts) };
  });
  const ofSources = SOURCE_KEYS.map((name) => ({ name, counts: mostFrequent(byKey.get(name) ?? []) }));
  return [...ofFields, ...ofSources.filter(({ counts }) => counts.length > 0)];
}

const countOf = (counts: readonly AnswerCount[], isMeant: (value: Answer | null) => boolean): number =>
  counts.filter(({ value }) => isMeant(value)).reduce((sum, { count }) => sum + count, 0);

const ticked = (counts: readonly AnswerCount[]): AnswerCount[] => [
  { value: true, count: countOf(counts, (value) => value === true) },
  { value: false, count: countOf(counts, (value) => value !== true) },
];

/** The options in their order, then answers that are no option any more, then those without an answer. */
function inOrder(options: readonly string[], counts: readonly AnswerCount[]): AnswerCount[] {
  const given = options.map((option) => ({ value: option, count: countOf(counts, (value) => value === option) }));
  const former = counts.filter(({ value }) => typeof value === 'string' && !options.includes(value));
  const none = countOf(counts, (value) => value === null);
  return [...given, ...former.map(({ value, count }) => ({ value, count })), ...(none === 0 ? [] : [{ value: null, count: none }])];
}

const mostFrequent = (counts: readonly AnswerCount[]): AnswerCount[] =>
  counts
    .filter(({ value }) => value !== null)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, VALUES_OF_A_SOURCE_MAX)
    .map(({ value, count }) => ({ value, count }));
