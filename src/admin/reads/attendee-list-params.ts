import { z } from 'zod';
import { type ChosenAnswers, isOfRepeats, type PageQuery, pageQuerySchema, readAnswers } from '#contract/attendees/submission.ts';
import { registrationStatus } from '#contract/registrations/places.ts';
import { LIST_SEARCH_MAX_LENGTH } from '#contract/rules/search-words.ts';

export type AttendeeFilter = NonNullable<PageQuery['filter']>;
export type AttendeeSort = NonNullable<PageQuery['sort']>;

const { shape } = pageQuerySchema;

const listSchema = z.object({
  search: z
    .string()
    .catch('')
    .transform((text) => text.slice(0, LIST_SEARCH_MAX_LENGTH)),
  filter: shape.filter.catch(undefined),
  import: shape.import.catch(undefined),
  answers: shape.answers.catch(undefined),
  /** Undefined is newest first. */
  sort: shape.sort.catch(undefined),
  direction: shape.direction.unwrap().catch('asc'),
  /** For an event: people who are not confirmed; undefined means those who are. */
  registration: registrationStatus.exclude(['confirmed']).optional().catch(undefined),
});

export type AttendeeListParams = Readonly<z.infer<typeof listSchema>>;

export const EVERY_ATTENDEE: AttendeeListParams = listSchema.parse({});

export const readSort = (name: string | null | undefined): AttendeeSort | undefined => shape.sort.safeParse(name).data;

/** The initial sort direction: numbers and times start with the largest. */
export const firstDirection = (sort: AttendeeSort | undefined): 'asc' | 'desc' =>
  sort === 'signups_count' || sort === 'submitted_at' ? 'desc' : 'asc';

/** The order after a click on a column's heading: in its initial direction, then the other, then newest first. */
export function nextOrder(list: AttendeeListParams, sort: AttendeeSort): AttendeeListParams {
  const first = firstDirection(sort);
  if (list.sort !== sort) return { ...list, sort, direction: first };
  if (list.direction !== first) return { ...list, sort: undefined, direction: 'asc' };
  return { ...list, direction: first === 'asc' ? 'desc' : 'asc' };
}

/** Reads the parameters of an address. Invalid ones are ignored. */
export const readAttendeeListParams = (params: URLSearchParams): AttendeeListParams => listSchema.parse(Object.fromEntries(params));

/** Writes the parameters into an address, without defaults. Other parameters are kept. */
export function writeAttendeeListParams(params: URLSearchParams, list: AttendeeListParams): URLSearchParams {
  const written = new URLSearchParams(params);
  const direction = list.sort !== undefined && list.direction === 'desc' ? 'desc' : undefined;
  for (const name of listSchema.keyof().options) {
    const value = name === 'direction' ? direction : list[name];
    if (value) written.set(name, value);
    else written.delete(name);
  }
  return written;
}

export const isNarrowed = (list: AttendeeListParams): boolean => list.search.trim() !== '' || list.filter !== undefined || isLimited(list);
export const isLimited = ({ import: upload, answers }: AttendeeListParams): boolean => upload !== undefined || answers !== undefined;

type Answers = Pick<AttendeeListParams, 'answers'>;

export const answersOfList = ({ answers = '{}' }: Answers): ChosenAnswers => readAnswers(answers) ?? {};

/** The list also limited to this answer, which replaces another to the same question; without it if it was already chosen. */
export function toggleAnswer<L extends Answers>(list: L, name: string, value: ChosenAnswers[string]): L {
  const { [name]: before, ...others } = answersOfList(list);
  const answers = before === value ? others : { ...others, [name]: value };
  return { ...list, answers: Object.keys(answers).length === 0 ? undefined : JSON.stringify(answers) };
}

/** Duplicates are grouped by address unless they are sorted otherwise. */
export const isGrouped = ({ sort, filter }: AttendeeListParams): boolean => sort === undefined && isOfRepeats({ filter });

/** The query parameters of the order; none for newest first. */
export function orderQuery(list: AttendeeListParams): Pick<PageQuery, 'sort' | 'direction'> {
  if (isGrouped(list)) return { sort: 'email', direction: 'asc' };
  return list.sort === undefined ? {} : { sort: list.sort, direction: list.direction };
}

/** The query parameters of the list. `todayFrom` is the start of the viewer's day. */
export function listQuery(list: AttendeeListParams, todayFrom: string) {
  const { filter, import: upload, answers, registration } = list;
  const search = list.search.trim() || undefined;
  return { search, filter, import: upload, answers, registration, ...orderQuery(list), today_from: todayFrom };
}
