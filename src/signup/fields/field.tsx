import type { ReactNode } from 'react';
import { ERROR_PREFIX, OPTIONAL } from '#contract/texts/sign-up.ts';

interface FieldErrorTextProps {
  readonly id: string;
  readonly error: string | undefined;
}

/** The error of a control, if any. */
export function FieldErrorText({ id, error }: FieldErrorTextProps) {
  if (error === undefined) return null;
  return (
    <p className="error" id={`${id}-error`}>
      <span className="quiet">{ERROR_PREFIX}</span>
      {error}
    </p>
  );
}

interface FieldProps extends FieldErrorTextProps {
  readonly label: string;
  readonly required: boolean;
  readonly children: ReactNode;
}

/** Label, control and error. */
export function Field({ id, label, required, error, children }: FieldProps) {
  return (
    <div className="field">
      <label className="label" htmlFor={id} dir="auto">
        {label}
        {required ? null : <span className="optional">{` ${OPTIONAL}`}</span>}
      </label>
      {children}
      <FieldErrorText id={id} error={error} />
    </div>
  );
}
