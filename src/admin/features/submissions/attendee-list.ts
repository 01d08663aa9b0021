import { type PageQuery, pageQuerySchema } from '#contract/submission.ts';

export type AttendeeFilter = NonNullable<PageQuery['filter']>;
export type AttendeeSort = NonNullable<PageQuery['sort']>;

/** Which attendees of an event are listed, and in which order; it stands in the address, so that it can be shared. */
export interface AttendeeList {
  readonly search: string;
  readonly filter: AttendeeFilter | undefined;
  /** Undefined is newest first (decision 5). */
  readonly sort: AttendeeSort | undefined;
  readonly direction: 'asc' | 'desc';
}

export const EVERY_ATTENDEE: AttendeeList = { search: '', filter: undefined, sort: undefined, direction: 'asc' };

const SEARCH_MAX_LENGTH = 200;
const { filter: filterSchema, sort: sortSchema, direction: directionSchema } = pageQuerySchema.shape;

/** The list that an address asks for; what it misspells is left out. */
export function readAttendeeList(params: URLSearchParams): AttendeeList {
  return {
    search: (params.get('search') ?? '').slice(0, SEARCH_MAX_LENGTH),
    filter: filterSchema.safeParse(params.get('filter') ?? undefined).data,
    sort: sortSchema.safeParse(params.get('sort') ?? undefined).data,
    direction: directionSchema.safeParse(params.get('direction') ?? undefined).data ?? 'asc',
  };
}

/** The address of a list: what is as usual is not written. Other parameters stay. */
export function writeAttendeeList(params: URLSearchParams, list: AttendeeList): URLSearchParams {
  const written = new URLSearchParams(params);
  const set = (name: string, value: string | undefined) => (value ? written.set(name, value) : written.delete(name));
  set('search', list.search);
  set('filter', list.filter);
  set('sort', list.sort);
  set('direction', list.sort !== undefined && list.direction === 'desc' ? 'desc' : undefined);
  return written;
}

/** Whether search or filter leave anybody out. */
export const isNarrowed = ({ search, filter }: AttendeeList): boolean => search.trim() !== '' || filter !== undefined;

/** Start of the viewer's day as ISO 8601: what "today" means in a list (decision 7). */
export function startOfToday(now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
}

/** What the server needs of a list. `todayFrom` is when the viewer's day started. */
export function listQuery(
  list: AttendeeList,
  todayFrom: string,
): Pick<PageQuery, 'search' | 'filter' | 'sort' | 'direction' | 'today_from'> {
  const search = list.search.trim();
  return {
    ...(search === '' ? {} : { search }),
    ...(list.filter === undefined ? {} : { filter: list.filter }),
    ...(list.sort === undefined ? {} : { sort: list.sort, direction: list.direction }),
    today_from: todayFrom,
  };
}
