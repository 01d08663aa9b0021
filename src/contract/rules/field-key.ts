import { SOURCE_KEYS } from './payload-keys.ts';

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
  ...SOURCE_KEYS,
]);

const OBJECT_KEYS: ReadonlySet<string> = new Set([
  '__proto__',
  ...Object.getOwnPropertyNames(Object.prototype).map((name) => name.toLowerCase()),
]);

/** Key of a custom field in the sign-up payload (D2). */
export const fieldKey = (label: string): string => label.trim().toLowerCase().replaceAll(' ', '_');

/** Whether a custom field must not have this key; an underscore is reserved for keys that Turnout adds. */
export const isReservedKey = (key: string): boolean =>
  BUILT_IN_KEYS.has(key) || OBJECT_KEYS.has(key) || key.startsWith('utm_') || key.startsWith('_');
