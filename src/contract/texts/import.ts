import { formatCount } from './counts.ts';

export const CSV_EXPECTED = 'Please input a CSV file';
export const SELECT_CSV_FIRST = 'Please select a CSV file first';
export const FILE_UNREADABLE = 'Error reading file';
/** The last column of an export. No field has a key with a blank, so that the import knows it. */
export const SUBMITTED_IN_WORDS = 'submitted_at in words';
export const FILE_REFUSED = 'Error processing file. Please check format and try again.';
export const NOTHING_IS_SENT_TO_IMPORTED = 'Nothing is sent to the people you import.';
export const IMPORT_NOT_STARTED = 'The import could not be started.';
export const EXISTING_UNREADABLE = 'The existing attendees could not be read.';
export const UPDATE_EXPLAINED = 'Update fills in and changes what the file says; an empty cell changes nothing.';
export const ROWS_ADDED_ONCE = 'Trying a row again never adds it twice.';
export const SOME_ROWS_NOT_IMPORTED = 'Some rows were not imported. ';
export const ADDED_BY_EARLIER_UPLOAD = 'Left out: an earlier upload has added this row';
export const UPLOAD_UNDONE = 'The upload was undone';

/** The file's column of what became of a registration: the check of the rows asks about it. */
export const REGISTRATION_COLUMN = 'The next step shows who was not confirmed';
export const notConfirmed = (status: string): string => `Not confirmed: ${status}`;
export const leaveOutNotConfirmed = (count: number): string =>
  `Leave out ${count === 1 ? '1 row that was' : `${formatCount(count)} rows that were`} not confirmed`;
export const ADDED_AS_CONFIRMED = 'They are added as confirmed attendees.';

/** More rows are added to a limited event than places are free. */
export const rowsOverMaximum = (count: number, maximum: number): string =>
  `This exceeds the maximum of ${formatCount(maximum)} by ${formatCount(count)}. ${count === 1 ? 'It' : 'They'}’ll be added anyway.`;
