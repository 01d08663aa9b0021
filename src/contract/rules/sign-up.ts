import type { FormRef } from '../form-ref.ts';
import * as texts from '../texts/sign-up.ts';
import { containsAddress } from './address-in-name.ts';
import { EMAIL_MAX_LENGTH, isEmail } from './email.ts';
import type { FieldError } from './field-error.ts';
import { fieldKey, isReservedKey } from './field-key.ts';
import { SOURCE_KEYS, type Source, VIA_NAME, viaOf } from './payload-keys.ts';
import { activeFields, type PublicEvent, type PublicField } from './public-fields.ts';
import { hasLineBreak, isBlank, isStorable } from './text.ts';

export const NAME_MAX_LENGTH = 100;
export const LINE_MAX_LENGTH = 200;
export const ANSWER_MAX_LENGTH = 1_000;
export const LONG_ANSWER_MAX_LENGTH = 10_000;
const SOURCE_MAX_LENGTH = 500;
const CHOSEN_EVENTS_MAX = 200;

/**
 * What a sign-up is checked against; nothing in the payload changes it. `StoredForm` adds what the server stores with it, such as the
 * version, and `FormView` what its page shows besides, such as the dates in words.
 */
export interface FormRules {
  readonly kind: FormRef['kind'];
  readonly events: readonly PublicEvent[];
  readonly fields: readonly PublicField[];
}

export interface SignUpPerson {
  first_name: string;
  last_name: string;
  job_title: string;
  organisation: string;
  email: string;
}

export type Answer = string | boolean;

/** The values to store: trimmed texts, answers by field key, and distinct events. */
export interface SignUpValues extends SignUpPerson {
  accepts_marketing: boolean;
  events: string[];
  answers: Record<string, Answer>;
  source: Source;
}

type Payload = Readonly<Record<string, unknown>>;

const own = (payload: Payload, key: string): unknown => (Object.hasOwn(payload, key) ? payload[key] : undefined);

interface TextRule {
  readonly required?: string | undefined;
  readonly max: number;
  readonly lines: 'one' | 'many';
}

function textProblem(value: unknown, rule: TextRule): string | undefined {
  if (value === undefined || value === null) return rule.required;
  if (typeof value !== 'string') return texts.TEXT_EXPECTED;
  if (isBlank(value)) return rule.required;
  if (value.length > rule.max) return texts.tooLong(rule.max);
  if (!isStorable(value)) return texts.NOT_STORABLE;
  if (rule.lines === 'one' && hasLineBreak(value.trim())) return texts.ONE_LINE_ONLY;
  return undefined;
}

const PERSON_RULES: readonly { path: keyof SignUpPerson; required: string; max: number }[] = [
  { path: 'first_name', required: texts.FIRST_NAME_REQUIRED, max: NAME_MAX_LENGTH },
  { path: 'last_name', required: texts.LAST_NAME_REQUIRED, max: NAME_MAX_LENGTH },
  { path: 'job_title', required: texts.JOB_TITLE_REQUIRED, max: LINE_MAX_LENGTH },
  { path: 'organisation', required: texts.ORGANISATION_REQUIRED, max: LINE_MAX_LENGTH },
];

function personErrors(payload: Payload): FieldError[] {
  return PERSON_RULES.flatMap(({ path, required, max }) => {
    const value = own(payload, path);
    const problem = textProblem(value, { required, max, lines: 'one' });
    if (problem !== undefined) return [{ path, message: problem }];
    const isName = path === 'first_name' || path === 'last_name';
    return isName && containsAddress(String(value)) ? [{ path, message: texts.NAME_WITHOUT_ADDRESS }] : [];
  });
}

function emailErrors(form: FormRules, value: unknown): FieldError[] {
  const required = value === undefined || value === null || (typeof value === 'string' && isBlank(value));
  if (required) return [{ path: 'email', message: texts.EMAIL_REQUIRED }];
  const valid = typeof value === 'string' && value.length <= EMAIL_MAX_LENGTH * 2 && isEmail(value.trim());
  return valid ? [] : [{ path: 'email', message: texts.EMAIL_INVALID[form.kind] }];
}

/** The distinct ids in `events`; undefined when it is not a list of ids. */
function chosenEvents(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > CHOSEN_EVENTS_MAX) return undefined;
  const ids = value.filter((id): id is string => typeof id === 'string');
  return ids.length === value.length ? [...new Set(ids)] : undefined;
}

function eventErrors(form: FormRules, chosen: readonly string[] | undefined): FieldError[] {
  if (form.kind === 'form') return [];
  if (chosen === undefined) return [{ path: 'events', message: texts.EVENT_CLOSED }];
  if (chosen.length === 0) return [{ path: 'events', message: texts.EVENTS_REQUIRED }];
  const isOpen = (id: string): boolean => form.events.some((event) => event.id === id);
  return chosen.every(isOpen) ? [] : [{ path: 'events', message: texts.EVENT_CLOSED }];
}

/** The answer under the key of the field, or of its current label unless that key is reserved or of another field. */
export function answerOf(payload: Payload, field: PublicField, fields: readonly PublicField[]): unknown {
  const value = own(payload, field.name);
  if (value !== undefined) return value;
  const key = fieldKey(field.label);
  const isOwn = !isReservedKey(key) && !fields.some((other) => other.name === key);
  return isOwn ? own(payload, key) : undefined;
}

function checkboxProblem(field: PublicField, value: unknown): string | undefined {
  if (value !== undefined && value !== null && typeof value !== 'boolean') return texts.TICK_OR_NOT;
  return field.required && value !== true ? texts.FIELD_REQUIRED : undefined;
}

/** The error of an answer, if any. */
export function answerProblem(field: PublicField, value: unknown): string | undefined {
  if (field.type === 'checkbox') return checkboxProblem(field, value);
  const many = field.type === 'textarea';
  const problem = textProblem(value, {
    required: field.required ? texts.FIELD_REQUIRED : undefined,
    max: many ? LONG_ANSWER_MAX_LENGTH : ANSWER_MAX_LENGTH,
    lines: many ? 'many' : 'one',
  });
  if (problem !== undefined || field.type !== 'select') return problem;
  const isChosen = typeof value === 'string' && !isBlank(value);
  return isChosen && !field.options.includes(value) ? texts.CHOOSE_AN_OPTION : undefined;
}

/** The answer to store. Blank answers are not stored; unticked checkboxes are. */
export function storedAnswer(field: PublicField, value: unknown): Answer | undefined {
  if (field.type === 'checkbox') return value === true;
  if (typeof value !== 'string' || isBlank(value)) return undefined;
  return field.type === 'select' ? value : value.trim();
}

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

const eventIdsOf = (form: FormRules, payload: Payload): string[] =>
  form.kind === 'series' ? (chosenEvents(own(payload, 'events')) ?? []) : [];

const consentOf = (payload: Payload): unknown => own(payload, 'accepts_marketing') ?? false;

/** The rules of the public forms, in the browser and on the server: all errors in the order of the form. */
export function signUpErrors(form: FormRules, payload: Payload): FieldError[] {
  return [
    ...personErrors(payload),
    ...emailErrors(form, own(payload, 'email')),
    ...eventErrors(form, chosenEvents(own(payload, 'events'))),
    ...activeFields(form.fields, form.events, eventIdsOf(form, payload)).flatMap((field) => {
      const message = answerProblem(field, answerOf(payload, field, form.fields));
      return message === undefined ? [] : [{ path: field.name, message }];
    }),
    ...(typeof consentOf(payload) === 'boolean' ? [] : [{ path: 'accepts_marketing', message: texts.TICK_OR_NOT }]),
  ];
}

/** The errors of a sign-up, or the values to store. */
export function checkSignUp(form: FormRules, payload: Payload): { errors: FieldError[] } | { errors: []; values: SignUpValues } {
  const errors = signUpErrors(form, payload);
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
      answers: answersOf(form, payload, events),
      source: sourceOf(payload),
    },
  };
}
