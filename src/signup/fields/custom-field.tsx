import type { ReactNode } from 'react';
import { hasOptions, isLong, isTick } from '#contract/rules/field-types.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';
import * as words from '#contract/texts/words/form.ts';
import { useControl } from './answers.ts';
import { Field, FieldErrorText, type FieldProps, HelpText } from './field.tsx';

interface CheckFieldProps extends Omit<FieldProps, 'children'> {
  /** Content below the label: a link inside the label would become part of the checkbox's name. */
  readonly children?: ReactNode;
}

export function CheckField({ id, name, label, required, help_text: helpText, children }: CheckFieldProps) {
  const { value, attributes } = useControl(name, id, helpText);
  return (
    <div className="check field">
      <label htmlFor={id}>
        <input type="checkbox" id={id} name={name} value="true" required={required} defaultChecked={value === true} {...attributes} />
        <span dir="auto">
          {label}
          {!required && <span className="optional">{` ${words.OPTIONAL}`}</span>}
        </span>
      </label>
      <HelpText id={id} text={helpText} />
      {children}
      <FieldErrorText id={id} name={name} />
    </div>
  );
}

interface CustomFieldProps {
  readonly field: PublicField;
}

function Control({ field }: CustomFieldProps) {
  const id = `field-${field.id}`;
  const { text, attributes } = useControl(field.name, id, field.help_text);
  const shared = { className: 'input', id, name: field.name, required: field.required, ...attributes };
  if (isLong(field)) return <textarea {...shared} dir="auto" rows={4} defaultValue={text} />;
  if (!hasOptions(field)) return <input {...shared} {...field.input} dir="auto" defaultValue={text} />;
  return (
    <select {...shared} defaultValue={text}>
      <option value="">{words.CHOOSE_ONE}</option>
      {field.options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
}

export function CustomField({ field }: CustomFieldProps) {
  const shared = { ...field, id: `field-${field.id}` };
  if (isTick(field)) return <CheckField {...shared} />;
  return (
    <Field {...shared}>
      <Control field={field} />
    </Field>
  );
}
