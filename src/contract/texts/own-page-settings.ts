export const OWN_PAGE = 'Own page';
export const OWN_PAGE_NOTE = 'Each mail has a link to a page on which people see their registration.';
export const MAY_CORRECT = 'Correct their answers';
export const MAY_CHANGE_EVENTS = 'Change events';
export const MAY_CANCEL = 'Cancel';
export const UNTIL_HOW_LONG = 'Until how long before the event';
