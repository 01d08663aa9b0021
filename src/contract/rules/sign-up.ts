import type { FormRef } from '../forms/form-ref.ts';
import * as words from '../texts/words/form.ts';
import { looksLikeEmail } from './email.ts';
import type { FieldError } from './field-error.ts';
import { isLong } from './field-types.ts';
import { WAITING_LIST_NAME } from './payload-keys.ts';
import { activeFields, type PublicEvent, type PublicField } from './public-fields.ts';
import { isBlank } from './text.ts';

/** For a reason in the person's own wording. */
export const WHY_MAX_LENGTH = 200;
export const NAME_MAX_LENGTH = 100;
export const LINE_MAX_LENGTH = 200;
export const ANSWER_MAX_LENGTH = 1_000;
export const LONG_ANSWER_MAX_LENGTH = 10_000;

/** What a sign-up is checked against; `StoredForm` adds what the server stores with it, `FormView` what its page shows in addition. */
export interface FormRules {
  readonly kind: FormRef['kind'];
  readonly events: readonly PublicEvent[];
  readonly fields: readonly PublicField[];
}

export type SignUpPerson = Record<'first_name' | 'last_name' | 'job_title' | 'organisation' | 'email', string>;

export type Answer = string | boolean;
export type Payload = Readonly<Record<string, unknown>>;

export const valueIn = <Value>(payload: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(payload, key) ? payload[key] : undefined;

/** An error in this part of the payload that only the server finds. */
type ServerCheck = (path: string, value: unknown) => string | undefined;

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === false || (typeof value === 'string' && isBlank(value));

const isNone = (value: unknown): boolean => isMissing(value) || (Array.isArray(value) && value.length === 0);

const lengthProblem = (value: unknown, max: number): string | undefined =>
  typeof value === 'string' && !isBlank(value) && value.length > max ? words.tooLong(max) : undefined;

/** The longest text for each detail except the email address. */
const PERSON_RULES: readonly (readonly [keyof SignUpPerson, max: number])[] = [
  ['first_name', NAME_MAX_LENGTH],
  ['last_name', NAME_MAX_LENGTH],
  ['job_title', LINE_MAX_LENGTH],
  ['organisation', LINE_MAX_LENGTH],
];

function emailProblem(form: FormRules, value: unknown): string | undefined {
  if (isMissing(value)) return words.isRequired('email');
  return typeof value === 'string' && looksLikeEmail(value.trim()) ? undefined : words.EMAIL_INVALID[form.kind];
}

export const answerMaxLength = (field: PublicField): number => (isLong(field) ? LONG_ANSWER_MAX_LENGTH : ANSWER_MAX_LENGTH);

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []);

/** The distinct events that are chosen, including those to wait for. */
export const eventIdsOf = (form: FormRules, payload: Payload): string[] =>
  form.kind === 'series' ? [...new Set([...idsIn(valueIn(payload, 'events')), ...idsIn(valueIn(payload, WAITING_LIST_NAME))])] : [];

/** The rules of the public forms, in the browser and on the server, which checks more: at most one error per part, in the order of the form. */
export function signUpErrors(form: FormRules, payload: Payload, serverProblem?: ServerCheck): FieldError[] {
  const errorAt = (path: string, problemOf?: (value: unknown) => string | undefined): FieldError[] => {
    const value = valueIn(payload, path);
    const message = serverProblem?.(path, value) ?? problemOf?.(value);
    return message === undefined ? [] : [{ path, message }];
  };
  return [
    ...PERSON_RULES.flatMap(([path, max]) =>
      errorAt(path, (value) => (isMissing(value) ? words.isRequired(path) : lengthProblem(value, max))),
    ),
    ...errorAt('email', (value) => emailProblem(form, value)),
    ...(form.kind === 'series'
      ? errorAt('events', (value) => (isNone(value) && isNone(valueIn(payload, WAITING_LIST_NAME)) ? words.EVENTS_REQUIRED : undefined))
      : []),
    ...activeFields(form.fields, form.events, eventIdsOf(form, payload)).flatMap((field) =>
      errorAt(field.name, (value) =>
        field.required && isMissing(value) ? words.FIELD_REQUIRED : lengthProblem(value, answerMaxLength(field)),
      ),
    ),
    ...errorAt('accepts_marketing'),
  ];
}
