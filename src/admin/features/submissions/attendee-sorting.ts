import type { SortingState } from '@tanstack/react-table';
import { type AttendeeList, readAttendeeList } from './attendee-list.ts';

/** The order of a list in the table's terms. */
export const readSorting = ({ sort, direction }: AttendeeList): SortingState =>
  sort === undefined ? [] : [{ id: sort, desc: direction === 'desc' }];

/** The list in the order that the table asks for; without one, newest first. */
export function writeSorting(list: AttendeeList, [first]: SortingState): AttendeeList {
  const { sort } = readAttendeeList(new URLSearchParams(first === undefined ? {} : { sort: first.id }));
  return { ...list, sort, direction: first?.desc === true ? 'desc' : 'asc' };
}
