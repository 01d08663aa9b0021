export const TOO_MANY_TO_COPY = 'A copy can hold 500 events at most';
export const SHIFT_EXPECTED = 'Please enter a whole number of days, 3,650 at most';
export const WEEKS_EXPECTED = 'Please enter a whole number of weeks, 521 at most';
export const SHIFT_TOO_FAR = 'This moves a date beyond the calendar';
export const DATES_EXPECTED = 'Please choose 1 to 100 dates';
