import { Checkbox, Switch, TextInput, type TextInputProps } from '@mantine/core';
import type { ChangeEvent } from 'react';
import type { BoundField } from '#admin/forms/use-edits.ts';
import { RemoteValue } from './remote-value.tsx';

interface TextFieldProps extends Omit<TextInputProps, 'label' | 'name' | 'value' | 'error' | 'onChange'> {
  label: string;
  field: BoundField<string>;
}

/** A text input on an edit page, with its error, hint and conflict. */
export function TextField({ label, field, className, ...input }: TextFieldProps) {
  return (
    <div className={className}>
      <TextInput
        label={label}
        name={field.name}
        autoComplete="off"
        {...input}
        value={field.value}
        error={field.error}
        onChange={(event) => field.onChange(event.currentTarget.value)}
      />
      <RemoteValue label={label} field={field} />
    </div>
  );
}

interface SwitchFieldProps {
  label: string;
  field: BoundField<boolean>;
  className?: string;
}

const ticked = (field: BoundField<boolean>) => ({
  name: field.name,
  checked: field.value,
  error: field.error,
  onChange: (event: ChangeEvent<HTMLInputElement>) => field.onChange(event.currentTarget.checked),
});

/** A setting that is on or off, as a switch. */
export function SwitchField({ label, field, className }: SwitchFieldProps) {
  return (
    <div className={className}>
      <Switch label={label} {...ticked(field)} />
      <RemoteValue label={label} field={field} />
    </div>
  );
}

/** A yes or no among other inputs, as a checkbox. */
export function CheckboxField({ label, field, description, className }: SwitchFieldProps & { description?: string }) {
  return (
    <div className={className}>
      <Checkbox label={label} description={description} {...ticked(field)} />
      <RemoteValue label={label} field={field} />
    </div>
  );
}
