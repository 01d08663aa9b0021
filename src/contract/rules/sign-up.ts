import type { FormRef } from '../form-ref.ts';
import * as texts from '../texts/sign-up.ts';
import { EMAIL_MAX_LENGTH, isEmail } from './email.ts';
import type { FieldError } from './field-error.ts';
import { WAITING_LIST_NAME } from './payload-keys.ts';
import { activeFields, type PublicEvent, type PublicField } from './public-fields.ts';
import { hasLineBreak, isBlank, isStorable } from './text.ts';

export const NAME_MAX_LENGTH = 100;
export const LINE_MAX_LENGTH = 200;
export const ANSWER_MAX_LENGTH = 1_000;
export const LONG_ANSWER_MAX_LENGTH = 10_000;
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

export type Payload = Readonly<Record<string, unknown>>;

export const own = (payload: Payload, key: string): unknown => (Object.hasOwn(payload, key) ? payload[key] : undefined);

/** What only the server checks: by its clock, or by what would be too long for a page. */
export interface ServerChecks {
  readonly nameProblem: (name: string) => string | undefined;
  readonly eventsProblem: (events: readonly PublicEvent[]) => string | undefined;
  readonly answerOf: (payload: Payload, field: PublicField) => unknown;
}

const IN_BROWSER: ServerChecks = {
  nameProblem: () => undefined,
  eventsProblem: () => undefined,
  answerOf: (payload, field) => own(payload, field.name),
};

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

function personErrors(payload: Payload, { nameProblem }: ServerChecks): FieldError[] {
  return PERSON_RULES.flatMap(({ path, required, max }) => {
    const value = own(payload, path);
    const isName = path === 'first_name' || path === 'last_name';
    const message = textProblem(value, { required, max, lines: 'one' }) ?? (isName ? nameProblem(String(value)) : undefined);
    return message === undefined ? [] : [{ path, message }];
  });
}

function emailErrors(form: FormRules, value: unknown): FieldError[] {
  const required = value === undefined || value === null || (typeof value === 'string' && isBlank(value));
  if (required) return [{ path: 'email', message: texts.EMAIL_REQUIRED }];
  const valid = typeof value === 'string' && value.length <= EMAIL_MAX_LENGTH * 2 && isEmail(value.trim());
  return valid ? [] : [{ path: 'email', message: texts.EMAIL_INVALID[form.kind] }];
}

/** The distinct ids in a list; undefined when it is not a list of ids. */
function distinctIds(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > CHOSEN_EVENTS_MAX) return undefined;
  const ids = value.filter((id): id is string => typeof id === 'string');
  return ids.length === value.length ? [...new Set(ids)] : undefined;
}

/** The distinct ids of the events that are chosen, be it to wait for; undefined when they are not given as lists of ids. */
function chosenEvents(payload: Payload): string[] | undefined {
  const [events, waits] = [distinctIds(own(payload, 'events')), distinctIds(own(payload, WAITING_LIST_NAME))];
  return events === undefined || waits === undefined ? undefined : distinctIds([...events, ...waits]);
}

function eventErrors(form: FormRules, chosen: readonly string[] | undefined, { eventsProblem }: ServerChecks): FieldError[] {
  if (form.kind === 'form') return [];
  if (chosen === undefined) return [{ path: 'events', message: texts.EVENT_CLOSED }];
  if (chosen.length === 0) return [{ path: 'events', message: texts.EVENTS_REQUIRED }];
  const events = form.events.filter(({ id }) => chosen.includes(id));
  const message = events.length < chosen.length ? texts.EVENT_CLOSED : eventsProblem(events);
  return message === undefined ? [] : [{ path: 'events', message }];
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

/** The distinct events that are chosen, be it to wait for. */
export const eventIdsOf = (form: FormRules, payload: Payload): string[] => (form.kind === 'series' ? (chosenEvents(payload) ?? []) : []);

/** The distinct events that are to be waited for when they are full. */
export const waitIdsOf = (form: FormRules, payload: Payload): string[] =>
  form.kind === 'series' ? (distinctIds(own(payload, WAITING_LIST_NAME)) ?? []) : [];

export const consentOf = (payload: Payload): unknown => own(payload, 'accepts_marketing') ?? false;

/** The rules of the public forms, in the browser and on the server: all errors in the order of the form. */
export function signUpErrors(form: FormRules, payload: Payload, checks = IN_BROWSER): FieldError[] {
  return [
    ...personErrors(payload, checks),
    ...emailErrors(form, own(payload, 'email')),
    ...eventErrors(form, chosenEvents(payload), checks),
    ...activeFields(form.fields, form.events, eventIdsOf(form, payload)).flatMap((field) => {
      const message = answerProblem(field, checks.answerOf(payload, field));
      return message === undefined ? [] : [{ path: field.name, message }];
    }),
    ...(typeof consentOf(payload) === 'boolean' ? [] : [{ path: 'accepts_marketing', message: texts.TICK_OR_NOT }]),
  ];
}
