/** What previews and tests of mails say where nothing has happened yet. */
export const EVENT = 'Day one';
export const DATE = 'Date';
export const CHANGE = 'Job title: Engineer → Senior engineer';
export const NOTE = 'If you have any questions, please write to us.';
export const LINK = 'https://events.example.com/registration/…';
