import type { ReactNode } from 'react';
import { OPTIONAL } from '#contract/texts/sign-up.ts';
import { useControl } from './answers.ts';
import { FieldErrorText } from './field.tsx';

interface CheckFieldProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  /** What stands under the label: never inside it, where a link would be part of the box's name. */
  readonly children?: ReactNode;
}

/** A box to tick. */
export function CheckField({ id, name, label, required, children }: CheckFieldProps) {
  const { value, error, attributes } = useControl(name, id);
  return (
    <div className="check field">
      <label htmlFor={id}>
        <input type="checkbox" id={id} name={name} value="true" required={required} defaultChecked={value === true} {...attributes} />
        <span dir="auto">
          {label}
          {required ? null : <span className="optional">{` ${OPTIONAL}`}</span>}
        </span>
      </label>
      {children}
      <FieldErrorText id={id} error={error} />
    </div>
  );
}
