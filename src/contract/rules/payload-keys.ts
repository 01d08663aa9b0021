/** Name of the honeypot. */
export const HONEYPOT_NAME = 'homepage_url';

/** Name of the form token in posts. */
export const FORM_TOKEN_NAME = '_stamp';

/** Payload keys that say where a sign-up came from. */
export const SOURCE_KEYS = ['source_page', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

export type SourceKey = (typeof SOURCE_KEYS)[number];
