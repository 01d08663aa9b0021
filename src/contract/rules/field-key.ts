/** Name of the trap that only a machine fills in (decision 32). */
export const HONEYPOT_NAME = 'homepage_url';

/** Name under which the page's own posts carry their signed time stamp (decision 32). */
export const STAMP_NAME = '_stamp';

/** Where a sign-up came from, sent by our own page with the submit (decision 44). */
export const SOURCE_KEYS = ['source_page', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

export type SourceKey = (typeof SOURCE_KEYS)[number];

/** Names that a custom field may not take: they mean something else in a payload, a read or an export (decision 2). */
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

/** Names that every JavaScript object answers to; as keys they invite mistakes in whoever reads the answers. */
const OBJECT_KEYS: ReadonlySet<string> = new Set([
  '__proto__',
  ...Object.getOwnPropertyNames(Object.prototype).map((name) => name.toLowerCase()),
]);

/** Key of a custom field in the sign-up payload: label trimmed, lowercased, each space to an underscore (spec section 3, decision 2). */
export const fieldKey = (label: string): string => label.trim().toLowerCase().replaceAll(' ', '_');

/**
 * Whether a key may never be a custom field's: a built-in name, any `utm_…`, one that every object has, or one that
 * starts with an underscore (kept for what Turnout itself adds to reads and posts).
 */
export const isReservedKey = (key: string): boolean =>
  BUILT_IN_KEYS.has(key) || OBJECT_KEYS.has(key) || key.startsWith('utm_') || key.startsWith('_');
