import type { ReactNode } from 'react';
import * as words from '#contract/texts/words/form.ts';
import { useControl } from './answers.ts';
import { LinkedText } from './linked-text.tsx';

interface ControlName {
  readonly id: string;
  readonly name: string;
}

export function FieldErrorText({ id, name }: ControlName) {
  const { error } = useControl(name, id);
  return (
    error && (
      <p className="error" id={`${id}-error`}>
        <span className="quiet">{words.ERROR_PREFIX}</span>
        {error}
      </p>
    )
  );
}

/** The help text that staff wrote for a field, if any. */
export const HelpText = ({ id, text }: { id: string; text: string | null | undefined }) =>
  text && (
    <p className="hint" id={`${id}-help`} dir="auto">
      <LinkedText text={text} />
    </p>
  );

export interface FieldProps extends ControlName {
  readonly label: string;
  readonly required: boolean;
  readonly help_text?: string | null | undefined;
  readonly children: ReactNode;
}

export const Field = ({ id, name, label, required, help_text: helpText, children }: FieldProps) => (
  <div className="field">
    <label className="label" htmlFor={id} dir="auto">
      {label}
      {!required && <span className="optional">{` ${words.OPTIONAL}`}</span>}
    </label>
    <HelpText id={id} text={helpText} />
    {children}
    <FieldErrorText id={id} name={name} />
  </div>
);
