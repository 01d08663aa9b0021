import { isNo, isYes, stateOf } from '../rows/cell-words.ts';
import type { ColumnTarget } from './column-targets.ts';
import { consentInWords, plainHeader } from './synonyms.ts';

const STATUS = /status|state|statut|estado|stato|\b(?:stav|tila)\b|állapot|státusz|payment|response type/i;
const COMING =
  /rsvp|^\W*(?:(?:will|are|can) you (?:be )?)?(?:attend(?:ing|ance)?|com(?:e|ing)|going|make it)(?: (?:the|this|our) event)?\W*$|^\W*(?:zusage|teilnahme|ich nehme teil|nehmen sie teil|nimmst du teil|komm(?:t|e|st du|en sie)|participation|présence|serez-vous présente?|asistencia|asistirá|deelname|deltar(?: du)?)\W*$/i;
const CANCELLED = /(?:cancel|storn|ann?ul)(?!\p{L}*(?:able|bar)\b)/iu;
/** Names of the time at which somebody cancelled, as `plainHeader` gives them: others are of a time until which people may. */
const CANCELLED_AT =
  /^(?:cancell?ationdate|storn(?:o|ierungs)datum|datedannulation)$|(?<!be|not)(?:cancell?ed|cancell?a[dt][oa]|storniert|geannuleerd|ann?ul(?:ee?|l?iert|l?e?ret|lert|erad|l?a[dt][oa]|owan\p{L}))(?:at|on|am|le|op|il|el|em|dat(?:e|o|a|um)|time|utc)*$/u;
const UNSUBSCRIBED = /unsub|opt(?:ed)?[ _-]*out|blacklisted|abgemeldet|d[ée]sabonn|d[ée]sinscri|disiscri|uitgeschreven|avmeld/i;
/** Beside the words above: what says something else of somebody who has left. */
const MORE = /sms|phone|campaign|reason|grund|\bby\b|\b(?:not|never|nicht)[ _-]+(?:unsub|opt|abgemeldet)/i;

const areMost = (values: readonly string[], is: (value: string) => boolean): boolean => values.filter(is).length * 2 >= values.length;

/** When somebody cancelled. */
const isDate = (value: string): boolean => /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?!\d)/.test(value);

const isYesOrNo = (value: string): boolean => isYes(value) || isNo(value);

/** Whether a column says what became of each sign-up: states of other tools, or yes and no to coming. */
function hasStates(header: string, values: readonly string[]): boolean {
  const isComing = COMING.test(header);
  const known = values.filter((value) => stateOf(value) !== undefined || (isComing && isYesOrNo(value)));
  if (isComing || STATUS.test(header)) return known.length > 0 && known.length * 2 >= values.length;
  // Words such as Paid and Pending are in many columns.
  return known.length === values.length && values.some((value) => ['cancelled', 'waiting'].includes(stateOf(value) ?? ''));
}

/** The key of what a column says about whether somebody comes, or wants mail; undefined if it says neither. `values` are some of its different ones. */
export function keyOfStates(header: string, values: readonly string[]): string | undefined {
  if (values.length === 0) return undefined;
  if ((UNSUBSCRIBED.test(header) && !MORE.test(header)) || consentInWords(header) === '_unsubscribed') return '_unsubscribed';
  const isWhen = CANCELLED_AT.test(plainHeader(header));
  if (CANCELLED.test(header) && !MORE.test(header) && values.every((value) => isYesOrNo(value) || (isWhen && isDate(value))))
    return '_cancelled';
  return hasStates(header, values) ? '_registration' : undefined;
}

/** Salutations, and what somebody is in a meeting. */
const NO_JOB = /^(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|m|mme|mlle|(?:co-)?organi[sz]er|presenter|panelist|attendee|member|host)\.?$/i;
const TEXTS = ['first_name', 'last_name', '_name', 'job_title', 'organisation'];

/** Whether a column with some different values could be of this target. */
export function fits({ key }: ColumnTarget, values: readonly string[]): boolean {
  if (values.length === 0) return false;
  if (key === 'email') return areMost(values, (value) => value.includes('@'));
  if (!TEXTS.includes(key)) return true;
  return !areMost(values, (value) => /^[\d\s.,:+-]*$/.test(value) || isYesOrNo(value) || NO_JOB.test(value));
}
