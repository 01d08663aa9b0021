import { sql } from 'kysely';
import type { AnswerCounts } from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { hasOptions, isCounted, isTick, takesAnswer } from '#contract/rules/field-types.ts';
import { ANSWERS_COUNTED_MAX } from '#contract/rules/large-lists.ts';
import { SOURCE_KEYS } from '#contract/rules/payload-keys.ts';
import { activeFields, type PublicField } from '#contract/rules/public-fields.ts';
import type { Db } from '#server/db/connection.ts';
import { getEvent } from '#server/events/queries.ts';
import { listPublicFields } from '#server/form-store/fields.ts';
import { checkForm } from '#server/form-store/form-rows.ts';
import { selectAttendees } from './attendee-filters.ts';
import { attendeeCap } from './submission-scope.ts';

interface AnswerCount {
  readonly value: string | null;
  readonly count: number;
}

const VALUES_OF_A_SOURCE_MAX = 20;

/** The fields asked of people who sign up for the event, or on the form. @throws AppError `not_found` */
async function listAskedFields(db: Db, scope: AttendeeScope): Promise<PublicField[]> {
  const fields = await listPublicFields(db, scope);
  if (scope.kind === 'marketing') {
    await checkForm(db, scope);
    return fields;
  }
  const { id, is_brunch: isBrunch } = await getEvent(db, { seriesId: scope.id, eventId: scope.eventId });
  return activeFields(fields, [{ id, brunch_event: isBrunch }], [id]);
}

/** Answers to select and checkbox fields, how many answered the others, then sources; for a large list, among the newest (`ANSWERS_COUNTED_MAX`). @throws AppError `not_found` */
export async function countAnswers(db: Db, scope: AttendeeScope): Promise<AnswerCounts> {
  const fields = (await listAskedFields(db, scope)).filter(takesAnswer);
  const answers = fields.map((field) => {
    const answer = sql`submission.answers ->> ${field.name}::text`;
    return isCounted(field) ? answer : sql`case when ${answer} <> '' then 'true' end`;
  });
  const sources = SOURCE_KEYS.map((key) => sql`submission.source ->> ${key}::text`);
  // A row for each combination of values: one for each value of each submission took twice as long.
  const rows = await selectAttendees(db, scope, { cap: await attendeeCap(db, scope, ANSWERS_COUNTED_MAX) })
    .select(sql<(string | null)[]>`array[${sql.join([...answers, ...sources])}]`.as('combination'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy('combination')
    .execute();
  const countsAt = (index: number): AnswerCount[] => {
    const byValue = Map.groupBy(rows, ({ combination }) => combination[index] ?? null);
    return [...byValue].map(([value, same]) => ({ value, count: sumOf(same) }));
  };
  const ofFields = fields.map((field, index) => ({ name: field.name, counts: countsOf(field, countsAt(index)) }));
  const ofSources = SOURCE_KEYS.map((name, index) => ({ name, counts: mostFrequent(countsAt(fields.length + index)) }));
  return [...ofFields, ...ofSources.filter(({ counts }) => counts.length > 0)];
}

const sumOf = (rows: readonly { readonly count: number }[]): number => rows.reduce((sum, { count }) => sum + count, 0);

/** For a field with options: these in order, then answers that are no longer an option, then those without an answer. */
function countsOf(field: PublicField, counts: readonly AnswerCount[]): AnswerCounts[number]['counts'] {
  const countOf = (answer: string): number => counts.find(({ value }) => value === answer)?.count ?? 0;
  if (!hasOptions(field)) {
    return [
      { value: true, count: countOf('true') },
      { value: isTick(field) ? false : null, count: sumOf(counts.filter(({ value }) => value !== 'true')) },
    ];
  }
  const { options } = field;
  const given = options.map((option) => ({ value: option, count: countOf(option) }));
  const former = counts.filter(({ value }) => value !== null && !options.includes(value));
  return [...given, ...former, ...counts.filter(({ value }) => value === null)];
}

const mostFrequent = (counts: readonly AnswerCount[]): AnswerCount[] =>
  counts
    .filter(({ value }) => value !== null)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, VALUES_OF_A_SOURCE_MAX);
