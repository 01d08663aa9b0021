import { createContext, use } from 'react';
import type { FieldError } from '#contract/rules/field-error.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';
import { valueIn } from '#contract/rules/sign-up.ts';
import type { TypedValues } from '../view.ts';

interface Answers {
  readonly values: TypedValues;
  readonly errors: readonly FieldError[];
  /** Whether the first invalid control has `autofocus`: in the served page, where no script can focus it. */
  readonly focusesFirstError: boolean;
}

export const AnswersContext = createContext<Answers>({ values: {}, errors: [], focusesFirstError: false });

/** The state of the control with this payload name and this DOM id, with or without a help text. */
export function useControl(name: string, id: string, helpText?: string | null) {
  const { values, errors, focusesFirstError } = use(AnswersContext);
  const error = errors.find((candidate) => candidate.path === name)?.message;
  const value = valueIn(values, name);
  return {
    value,
    text: typeof value === 'string' ? value : '',
    error,
    /** Attributes that link the control to its help text and error. */
    attributes: {
      'aria-invalid': error ? (true as const) : undefined,
      'aria-describedby': `${helpText ? `${id}-help ` : ''}${error ? `${id}-error` : ''}`.trim() || undefined,
      autoFocus: focusesFirstError && errors[0]?.path === name,
    },
  };
}

/** The DOM id of the control at a path: a custom field has its own id, since its key can be taken or have spaces. */
export function controlId(fields: readonly PublicField[], path: string): string {
  const field = fields.find((candidate) => candidate.name === path);
  return field === undefined ? path : `field-${field.id}`;
}
