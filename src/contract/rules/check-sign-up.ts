import * as words from '../texts/words/form.ts';
import { containsAddress } from './address-in-name.ts';
import { answerProblem, storedAnswer, textProblem, tickProblem } from './answers.ts';
import { cleanAddress, isEmail } from './email.ts';
import { eventLine } from './event-line.ts';
import { hasBegun } from './event-times.ts';
import type { FieldError } from './field-error.ts';
import { fieldKey, isReservedKey } from './field-key.ts';
import * as keys from './payload-keys.ts';
import { activeFields, type PublicEvent, type PublicField } from './public-fields.ts';
import { type Arrival, signUpTimeProblem } from './sign-up-time.ts';
import {
  type Answer,
  eventIdsOf,
  type FormRules,
  LINE_MAX_LENGTH,
  NAME_MAX_LENGTH,
  valueIn,
  type Payload,
  type SignUpPerson,
  signUpErrors,
} from './sign-up.ts';
import { isBlank, isStorable, visibleLine } from './text.ts';

export const arrivalAt = (at: number, timeZone: string): Arrival => ({ at, inWords: (moment, end) => eventLine(moment, timeZone, end) });

const EVENT_LISTS = ['events', keys.WAITING_LIST_NAME] as const;
const SOURCE_MAX_LENGTH = 500;

/** The values to store: trimmed texts, answers by field key, and distinct events; `waits` are those to wait for when they are full. */
export interface SignUpValues extends SignUpPerson {
  accepts_marketing: boolean;
  events: string[];
  waits: string[];
  answers: Record<string, Answer>;
  source: keys.Source;
}

/** The answer under the key of the field, or of its current label unless that key is reserved or of another field. */
export function answerOf(payload: Payload, field: PublicField, fields: readonly PublicField[]): unknown {
  const value = valueIn(payload, field.name);
  if (value !== undefined) return value;
  const key = fieldKey(field.label);
  const isOwn = !isReservedKey(key) && !fields.some((other) => other.name === key);
  return isOwn ? valueIn(payload, key) : undefined;
}

function distinctIds(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return undefined;
  const ids = value.filter((id): id is string => typeof id === 'string');
  return ids.length === value.length ? [...new Set(ids)] : undefined;
}

const DETAILS = ['first_name', 'last_name', 'job_title', 'organisation', 'email'] as const satisfies (keyof SignUpPerson)[];

/** A person's sent details as they are stored; a value that is not text is left unchanged. */
export function cleanPerson(payload: Payload): Payload {
  const person: Record<string, unknown> = {};
  for (const name of DETAILS) {
    const value = valueIn(payload, name);
    const clean = name === 'email' ? cleanAddress : visibleLine;
    if (value !== undefined) person[name] = typeof value === 'string' ? clean(value) : value;
  }
  return person;
}

/** The payload with clean details, each answer under its field's name, and without invalid lists of events. */
function readable(form: FormRules, payload: Payload): Payload {
  const read: Record<string, unknown> = { ...payload, ...cleanPerson(payload) };
  for (const field of form.fields) read[field.name] = answerOf(payload, field, form.fields);
  for (const name of EVENT_LISTS) read[name] = distinctIds(valueIn(payload, name));
  return read;
}

const nameProblem = (value: unknown): string | undefined =>
  textProblem(value, { max: NAME_MAX_LENGTH, lines: 'one' }) ?? (containsAddress(String(value)) ? words.NAME_WITHOUT_ADDRESS : undefined);

const addressProblem = ({ kind }: FormRules, value: unknown): string | undefined =>
  typeof value === 'string' && !isBlank(value) && !isEmail(value) ? words.EMAIL_INVALID[kind] : undefined;

/** The events for which the sign-up's page showed another date; none for calls without dates. */
function movedEvents(events: readonly PublicEvent[], payload: Payload): PublicEvent[] {
  const sent = valueIn(payload, keys.SHOWN_DATES_NAME);
  const shown: unknown[] = Array.isArray(sent) ? sent : [];
  const isNamed = ({ id }: PublicEvent): boolean => shown.some((line) => typeof line === 'string' && line.startsWith(`${id} `));
  return events.filter((event) => isNamed(event) && !shown.includes(keys.shownDate(event)));
}

function eventsProblem(form: FormRules, payload: Payload, arrival: Arrival): string | undefined {
  const lists = EVENT_LISTS.map((name) => distinctIds(valueIn(payload, name)));
  const chosen = new Set(lists.flatMap((ids) => ids ?? []));
  const events = form.events.filter(({ id }) => chosen.has(id));
  if (lists.includes(undefined) || events.length < chosen.size) return words.EVENT_CLOSED;
  const moved = movedEvents(events, payload).map(({ event_title: title, date, end_date: end = null }) =>
    words.hasMoved(title, date && arrival.inWords(date, end)),
  );
  return signUpTimeProblem(events, arrival) ?? (moved.length > 0 ? `${moved.join(' ')} ${words.CHECK_THE_DATE}` : undefined);
}

const errorsIn = (form: FormRules, payload: Payload, read: Payload, arrival: Arrival): FieldError[] =>
  signUpErrors(form, read, (path, value) => {
    switch (path) {
      case 'first_name':
      case 'last_name':
        return nameProblem(value);
      case 'job_title':
      case 'organisation':
        return textProblem(value, { max: LINE_MAX_LENGTH, lines: 'one' });
      case 'email':
        return addressProblem(form, value);
      case 'events':
        return eventsProblem(form, payload, arrival);
      case 'accepts_marketing':
        return tickProblem(value);
      default: {
        const field = form.fields.find(({ name }) => name === path);
        return field && answerProblem(field, value);
      }
    }
  });

/** All errors of a sign-up that arrives then, in the order of the form. */
export const allSignUpErrors = (form: FormRules, payload: Payload, arrival: Arrival): FieldError[] =>
  errorsIn(form, payload, readable(form, payload), arrival);

/** The answers to the active fields by field key; anything else is dropped. */
function answersOf(form: FormRules, read: Payload, chosenEventIds: readonly string[]): Record<string, Answer> {
  const answers: Record<string, Answer> = {};
  for (const field of activeFields(form.fields, form.events, chosenEventIds)) {
    const answer = storedAnswer(field, valueIn(read, field.name));
    if (answer !== undefined) answers[field.name] = answer;
  }
  return answers;
}

/** A source value as stored; undefined if it is not one. */
export function sourceValue(key: keys.SourceKey, sent: unknown): string | undefined {
  if (typeof sent !== 'string' || sent.length > SOURCE_MAX_LENGTH || !isStorable(sent)) return undefined;
  const value = sent.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return value !== '' && (key !== 'source_page' || /^https?:\/\//i.test(value)) ? value : undefined;
}

/** Where the sign-up came from. Invalid values are dropped, never refused. */
function sourceOf(payload: Payload): keys.Source {
  const source: Partial<Record<keys.SourceKey, string>> = {};
  for (const key of keys.SOURCE_KEYS) {
    const value = sourceValue(key, valueIn(payload, key));
    if (value !== undefined) source[key] = value;
  }
  const via = keys.viaOf(valueIn(payload, keys.VIA_NAME));
  return via === undefined ? source : { ...source, [keys.VIA_NAME]: via };
}

function textIn(read: Payload, name: keyof SignUpPerson): string {
  const value = valueIn(read, name);
  return typeof value === 'string' ? value : '';
}

/** The events whose waiting list may be joined: nobody is promoted once an event has begun. */
export const waitsOf = (events: readonly PublicEvent[], ids: readonly string[], now: number): string[] =>
  ids.filter((id) => !events.some((event) => event.id === id && hasBegun(event, now)));

/** The errors of a sign-up, or the values to store. */
export function checkSignUp(
  form: FormRules,
  payload: Payload,
  arrival: Arrival,
): { errors: FieldError[] } | { errors: []; values: SignUpValues } {
  const read = readable(form, payload);
  const errors = errorsIn(form, payload, read, arrival);
  if (errors.length > 0) return { errors };
  const events = eventIdsOf(form, payload);
  return {
    errors: [],
    values: {
      first_name: textIn(read, 'first_name'),
      last_name: textIn(read, 'last_name'),
      job_title: textIn(read, 'job_title'),
      organisation: textIn(read, 'organisation'),
      email: textIn(read, 'email'),
      accepts_marketing: valueIn(payload, 'accepts_marketing') === true,
      events,
      waits: form.kind === 'series' ? waitsOf(form.events, distinctIds(valueIn(payload, keys.WAITING_LIST_NAME)) ?? [], arrival.at) : [],
      answers: answersOf(form, read, events),
      source: sourceOf(payload),
    },
  };
}
