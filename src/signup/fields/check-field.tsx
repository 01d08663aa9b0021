import type { ReactNode } from 'react';
import * as words from '#contract/texts/words/form.ts';
import { useControl } from './answers.ts';
import { FieldErrorText, HelpText } from './field.tsx';

interface CheckFieldProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  readonly helpText?: string | null | undefined;
  /** Content below the label: a link inside the label would become part of the checkbox's name. */
  readonly children?: ReactNode;
}

/** A checkbox with its label. */
export function CheckField({ id, name, label, required, helpText, children }: CheckFieldProps) {
  const { value, attributes } = useControl(name, id, helpText);
  return (
    <div className="check field">
      <label htmlFor={id}>
        <input type="checkbox" id={id} name={name} value="true" required={required} defaultChecked={value === true} {...attributes} />
        <span dir="auto">
          {label}
          {required ? null : <span className="optional">{` ${words.OPTIONAL}`}</span>}
        </span>
      </label>
      <HelpText id={id} text={helpText} />
      {children}
      <FieldErrorText id={id} name={name} />
    </div>
  );
}
