export const HONEYPOT_NAME = 'homepage_url';

export const FORM_TOKEN_NAME = '_stamp';

export const SOURCE_KEYS = ['source_page', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

export type SourceKey = (typeof SOURCE_KEYS)[number];
