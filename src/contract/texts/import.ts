export const CSV_EXPECTED = 'Please input a CSV file';
export const SELECT_CSV_FIRST = 'Please select a CSV file first';
export const FILE_UNREADABLE = 'Error reading file';
/** The last column of an export. No field has a key with a blank, so that the import knows it. */
export const SUBMITTED_IN_WORDS = 'submitted_at in words';
export const FILE_REFUSED = 'Error processing file. Please check format and try again.';
