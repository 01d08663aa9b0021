export const OWN_PAGE = 'Own page';
export const OWN_PAGE_NOTE = 'Each mail has a link to a page on which people see their registration.';
export const MAY_CORRECT = 'Correct their answers';
export const MAY_CHANGE_EVENTS = 'Change events';
export const MAY_CANCEL = 'Cancel';
export const UNTIL_HOW_LONG = 'Until how long before the event';

/** What staff do with the link of an attendee. */
export const COPY_LINK = 'Copy link';
export const LINK_COPIED = 'Link copied. It opens their registration without sign-in.';
export const SEND_LINK = 'Send link';
export const linkSent = (email: string): string => `The link is on its way to ${email}.`;
export const NEW_LINK = 'New link…';
export const NEW_LINK_TITLE = 'Make a new link?';
export const NEW_LINK_TEXT = 'All links that this person has stop working. The new one is copied.';
export const MAKE_NEW_LINK = 'Make a new link';
