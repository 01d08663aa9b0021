export const CSV_EXPECTED = 'Please input a CSV file';
export const SELECT_CSV_FIRST = 'Please select a CSV file first';
export const FILE_UNREADABLE = 'Error reading file';
export const FILE_REFUSED = 'Error processing file. Please check format and try again.';
