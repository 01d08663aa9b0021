import { Checkbox, Switch, TextInput, type TextInputProps } from '@mantine/core';
import type { ChangeEvent } from 'react';
import type { BoundField } from '#admin/api/use-edits.ts';
import { TheirValue } from './their-value.tsx';

interface TextFieldProps extends Omit<TextInputProps, 'label' | 'name' | 'value' | 'error' | 'onChange'> {
  label: string;
  field: BoundField<string>;
}

/** A line of text on an edit page: label, input, error, hint, and what somebody else saved there meanwhile. */
export function TextField({ label, field, className, ...input }: TextFieldProps) {
  return (
    <div className={className}>
      <TextInput
        label={label}
        name={field.name}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        withAsterisk={false}
        {...input}
        value={field.value}
        error={field.error}
        onChange={(event) => field.onChange(event.currentTarget.value)}
      />
      <TheirValue label={label} field={field} />
    </div>
  );
}

interface SwitchFieldProps {
  label: string;
  field: BoundField<boolean>;
  className?: string;
}

/** What a switch or a checkbox of this field needs. */
const ticked = (field: BoundField<boolean>) => ({
  name: field.name,
  checked: field.value,
  error: field.error,
  onChange: (event: ChangeEvent<HTMLInputElement>) => field.onChange(event.currentTarget.checked),
});

/** A setting that is on or off, on an edit page. */
export function SwitchField({ label, field, className }: SwitchFieldProps) {
  return (
    <div className={className}>
      <Switch label={label} {...ticked(field)} />
      <TheirValue label={label} field={field} />
    </div>
  );
}

/** A yes or no among other inputs, on an edit page. */
export function CheckboxField({ label, field, description, className }: SwitchFieldProps & { description?: string }) {
  return (
    <div className={className}>
      <Checkbox label={label} description={description} {...ticked(field)} />
      <TheirValue label={label} field={field} />
    </div>
  );
}
