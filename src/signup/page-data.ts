/** Id of the form, by which inputs belong to it that stand outside. */
export const FORM_ID = 'sign-up';
/** Ids of the data blocks of the page, and the names by which its two scripts speak to each other. */
export const VIEW_DATA_ID = 'view-data';
export const VISIT_DATA_ID = 'visit-data';
/** Fired on the document once the form is worked by script. */
export const LIVE_EVENT = 'turnout:live';

/** What the early script needs to know of the page. */
export interface EarlyData {
  /** Address of the script that works the form; absent where there is none to work. */
  readonly script?: string | undefined;
  /** Where this load is counted; absent when it is not. */
  readonly viewsUrl?: string | undefined;
}
