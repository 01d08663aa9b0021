import { NAME_WITHOUT_ADDRESS } from '../texts/sign-up.ts';
import { containsAddress } from './address-in-name.ts';
import type { FieldError } from './field-error.ts';
import { fieldKey, isReservedKey } from './field-key.ts';
import { SOURCE_KEYS, type Source, VIA_NAME, viaOf } from './payload-keys.ts';
import { activeFields, type PublicField } from './public-fields.ts';
import { type Arrival, signUpTimeProblem } from './sign-up-time.ts';
import {
  type Answer,
  consentOf,
  eventIdsOf,
  type FormRules,
  own,
  type Payload,
  type ServerChecks,
  type SignUpPerson,
  signUpErrors,
  storedAnswer,
  waitIdsOf,
} from './sign-up.ts';
import { isBlank, isStorable } from './text.ts';

const SOURCE_MAX_LENGTH = 500;

/** The values to store: trimmed texts, answers by field key, and distinct events; `waits` are those to wait for when they are full. */
export interface SignUpValues extends SignUpPerson {
  accepts_marketing: boolean;
  events: string[];
  waits: string[];
  answers: Record<string, Answer>;
  source: Source;
}

/** The answer under the key of the field, or of its current label unless that key is reserved or of another field. */
export function answerOf(payload: Payload, field: PublicField, fields: readonly PublicField[]): unknown {
  const value = own(payload, field.name);
  if (value !== undefined) return value;
  const key = fieldKey(field.label);
  const isOwn = !isReservedKey(key) && !fields.some((other) => other.name === key);
  return isOwn ? own(payload, key) : undefined;
}

/** The checks of a sign-up that arrives then. */
export const serverChecks = (form: FormRules, arrival: Arrival): ServerChecks => ({
  nameProblem: (name) => (containsAddress(name) ? NAME_WITHOUT_ADDRESS : undefined),
  eventsProblem: (events) => signUpTimeProblem(events, arrival),
  answerOf: (payload, field) => answerOf(payload, field, form.fields),
});

/** The answers to the active fields by field key; anything else is dropped. */
function answersOf(form: FormRules, payload: Payload, chosenEventIds: readonly string[]): Record<string, Answer> {
  const entries = activeFields(form.fields, form.events, chosenEventIds).flatMap((field) => {
    const answer = storedAnswer(field, answerOf(payload, field, form.fields));
    return answer === undefined ? [] : [[field.name, answer] as const];
  });
  return Object.fromEntries(entries);
}

/** Where the sign-up came from. Invalid values are dropped, never refused. */
function sourceOf(payload: Payload): Source {
  const entries = SOURCE_KEYS.flatMap((key) => {
    const value = own(payload, key);
    const usable = typeof value === 'string' && !isBlank(value) && value.length <= SOURCE_MAX_LENGTH && isStorable(value);
    return usable ? [[key, value] as const] : [];
  });
  const via = viaOf(own(payload, VIA_NAME));
  return { ...Object.fromEntries(entries), ...(via === undefined ? {} : { [VIA_NAME]: via }) };
}

const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The errors of a sign-up, or the values to store. */
export function checkSignUp(
  form: FormRules,
  payload: Payload,
  arrival: Arrival,
): { errors: FieldError[] } | { errors: []; values: SignUpValues } {
  const checks = serverChecks(form, arrival);
  const errors = signUpErrors(form, payload, checks);
  if (errors.length > 0) return { errors };
  const events = eventIdsOf(form, payload);
  return {
    errors: [],
    values: {
      first_name: trimmed(own(payload, 'first_name')),
      last_name: trimmed(own(payload, 'last_name')),
      job_title: trimmed(own(payload, 'job_title')),
      organisation: trimmed(own(payload, 'organisation')),
      email: trimmed(own(payload, 'email')),
      accepts_marketing: consentOf(payload) === true,
      events,
      waits: waitIdsOf(form, payload),
      answers: answersOf(form, payload, events),
      source: sourceOf(payload),
    },
  };
}
