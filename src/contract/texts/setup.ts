/** Above the other sites on which a form was seen. */
export const WHERE_IT_STANDS = 'Where it stands';
export const NOT_SEEN_YET = 'Not seen on another site yet';
export const VISIT_REPORTS_OFF = 'Visit reports are off on this server (VISIT_REPORTS).';
