/** Id of the form, for inputs outside of it. */
export const FORM_ID = 'sign-up';
export const VIEW_DATA_ID = 'view-data';
export const VISIT_DATA_ID = 'visit-data';
/** Fired on the document once the form is hydrated. */
export const HYDRATED_EVENT = 'turnout:hydrated';
