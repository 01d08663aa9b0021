export const TOO_MANY_TO_COPY = 'A copy can hold at most 500 events';
export const SHIFT_EXPECTED = 'Please enter a whole number of days, at most 3,650';
export const WEEKS_EXPECTED = 'Please enter a whole number of weeks, at most 521';
export const SHIFT_TOO_FAR = 'This would move a date too far';
export const DATES_EXPECTED = 'Please choose 1 to 100 dates';
