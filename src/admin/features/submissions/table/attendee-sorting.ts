import type { SortingState } from '@tanstack/react-table';
import { type AttendeeListParams, readSort } from '../attendee-list-params.ts';

/** The order of a list as the table's sorting state. */
export const readSorting = ({ sort, direction }: AttendeeListParams): SortingState =>
  sort === undefined ? [] : [{ id: sort, desc: direction === 'desc' }];

/** The list with the table's sorting state; without one, newest first. */
export function writeSorting(list: AttendeeListParams, [first]: SortingState): AttendeeListParams {
  return { ...list, sort: readSort(first?.id), direction: first?.desc === true ? 'desc' : 'asc' };
}
