import { createContext, use } from 'react';
import type { FieldError } from '#contract/rules/sign-up.ts';
import type { TypedValues } from './view.ts';

/** What every control of the form reads: the values it starts with, and what is wrong. */
export interface Answers {
  readonly values: TypedValues;
  readonly errors: readonly FieldError[];
  /** Whether the first wrong control asks for the focus by itself: as served, where no script can give it. */
  readonly focusesFirstError: boolean;
}

export const AnswersContext = createContext<Answers>({ values: {}, errors: [], focusesFirstError: false });

interface ControlState {
  readonly value: Answers['values'][string] | undefined;
  readonly error: string | undefined;
  /** Attributes that tie the control to its error. */
  readonly attributes: { readonly 'aria-invalid'?: true; readonly 'aria-describedby'?: string; readonly autoFocus?: boolean };
}

/** The state of the control with this name in the payload and this id in the page. */
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
