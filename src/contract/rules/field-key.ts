/** Name of the honeypot. */
export const HONEYPOT_NAME = 'homepage_url';

/** Name of the form token in posts. */
export const FORM_TOKEN_NAME = '_stamp';

/** Payload keys that say where a sign-up came from. */
export const SOURCE_KEYS = ['source_page', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

export type SourceKey = (typeof SOURCE_KEYS)[number];

/** Keys that a custom field must not have, since they have another meaning in payloads, reads or exports. */
const BUILT_IN_KEYS: ReadonlySet<string> = new Set([
  'first_name',
  'last_name',
  'job_title',
  'organisation',
  'email',
  'events',
  'accepts_marketing',
  'signup_location',
  'show_on_slack',
  'event_serie_copper_tag',
  'id',
  'message',
  'marketing',
  'submitted_at',
  'signups_count',
  'errors',
  HONEYPOT_NAME,
  ...SOURCE_KEYS,
]);

/** Properties of every JavaScript object. */
const OBJECT_KEYS: ReadonlySet<string> = new Set([
  '__proto__',
  ...Object.getOwnPropertyNames(Object.prototype).map((name) => name.toLowerCase()),
]);

/** Key of a custom field in the sign-up payload (D2). */
export const fieldKey = (label: string): string => label.trim().toLowerCase().replaceAll(' ', '_');

/** Whether a custom field must not have this key; those with an underscore are reserved for keys that Turnout adds. */
export const isReservedKey = (key: string): boolean =>
  BUILT_IN_KEYS.has(key) || OBJECT_KEYS.has(key) || key.startsWith('utm_') || key.startsWith('_');
