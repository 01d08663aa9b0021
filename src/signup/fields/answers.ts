import { createContext, use } from 'react';
import type { FieldError } from '#contract/rules/sign-up.ts';
import type { TypedValues } from '../view.ts';

export interface Answers {
  readonly values: TypedValues;
  readonly errors: readonly FieldError[];
  /** Whether the first invalid control has `autofocus`: in the served page, where no script can focus it. */
  readonly focusesFirstError: boolean;
}

export const AnswersContext = createContext<Answers>({ values: {}, errors: [], focusesFirstError: false });

interface ControlState {
  readonly value: Answers['values'][string] | undefined;
  readonly error: string | undefined;
  /** Attributes that link the control to its error. */
  readonly attributes: { readonly 'aria-invalid'?: true; readonly 'aria-describedby'?: string; readonly autoFocus?: boolean };
}

/** The state of the control with this payload name and this DOM id. */
export function useControl(name: string, id: string): ControlState {
  const { values, errors, focusesFirstError } = use(AnswersContext);
  const error = errors.find((candidate) => candidate.path === name)?.message;
  return {
    value: Object.hasOwn(values, name) ? values[name] : undefined,
    error,
    attributes:
      error === undefined
        ? {}
        : { 'aria-invalid': true, 'aria-describedby': `${id}-error`, autoFocus: focusesFirstError && errors[0]?.path === name },
  };
}
