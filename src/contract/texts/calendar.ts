/** Stands in every entry: our address for changes is a link of the attendee's own, and calendars are shared. */
export const CHANGES_BY_MAIL = 'Changes: see your confirmation e-mail.';
