import { counted, formatCount } from './counts.ts';

export const CSV_EXPECTED = 'Please input a CSV file';
export const SAVE_AS_EXCEL = 'Save the list as ‘Excel Workbook (.xlsx)’ or ‘CSV UTF-8’.';
export const SELECT_CSV_FIRST = 'Please select a CSV file first';
export const FILE_UNREADABLE = 'Error reading file';
/** The last column of an export. No field has a key with a blank, so that the import knows it. */
export const SUBMITTED_IN_WORDS = 'submitted_at in words';
/** Both names of a column that only exports have. */
export const SIGNUPS_COUNT = ['signups_count', 'No of Signups'] as const;
export const FILE_REFUSED = 'Error processing file. Please check format and try again.';
export const ONLY_ONE_NAME = 'Only one name? Enter it as the last name';
export const severalEvents = (count: number): string =>
  `The file lists ${formatCount(count)} events, but everyone in it would be added to this one: upload a file for each event instead`;
export const ROWS_WERE_SPLIT = 'Rows with several people were split, so everyone has their own row';
export const notConfirmed = (status: string): string => `Not confirmed: ${status}`;
export const notComing = (count: number): string =>
  counted(count, "person isn't coming and is skipped.", "people aren't coming and are skipped.");
/** What is carried over; of both counts one may be 0. */
export const carryOver = (waiting: number, cancelled: number): string => {
  const join = waiting === 0 ? [] : [counted(waiting, 'joins the waiting list', 'join the waiting list')];
  const stay = cancelled === 0 ? [] : [counted(cancelled, 'stays cancelled', 'stay cancelled')];
  return `Carry over: ${[...join, ...stay].join(', ')}`;
};
export const carriedOver = (as: 'waiting' | 'cancelled'): string =>
  ({ waiting: 'Joins the waiting list', cancelled: 'Stays cancelled' })[as];
export const consentLeftOff = (count: number): string =>
  `Consent was left off for ${counted(count, 'person', 'people')} who had withdrawn it.`;
export const gotFreePlaces = (count: number): string =>
  counted(count, 'person on the waiting list got a free place.', 'people on the waiting list got free places.');

/** More rows are added to a limited event than places are free. */
export const rowsOverMaximum = (count: number, maximum: number): string =>
  `This exceeds the maximum of ${formatCount(maximum)} by ${formatCount(count)}. ${count === 1 ? 'It' : 'They'}'ll be added anyway.`;
