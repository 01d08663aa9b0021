import type { SortingState } from '@tanstack/react-table';
import { type AttendeeListParams, readAttendeeListParams } from '../attendee-list-params.ts';

/** The order of a list as the table's sorting state. */
export const readSorting = ({ sort, direction }: AttendeeListParams): SortingState =>
  sort === undefined ? [] : [{ id: sort, desc: direction === 'desc' }];

/** The list with the table's sorting state; without one, newest first. */
export function writeSorting(list: AttendeeListParams, [first]: SortingState): AttendeeListParams {
  const { sort } = readAttendeeListParams(new URLSearchParams(first === undefined ? {} : { sort: first.id }));
  return { ...list, sort, direction: first?.desc === true ? 'desc' : 'asc' };
}
