import {
  Checkbox,
  Group,
  NativeSelect,
  Radio,
  Skeleton,
  Switch,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import type { ChangeEvent } from 'react';
import type { BoundField } from '#admin/records/use-record.ts';
import { BoundInput } from './bound-input.tsx';

interface TextFieldProps extends Omit<TextInputProps, 'label' | 'name' | 'value' | 'error' | 'onChange'> {
  label: string;
  field: BoundField<string>;
}

const typed = (field: BoundField<string>) => ({
  name: field.name,
  value: field.value,
  error: field.error,
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => field.onChange(event.currentTarget.value),
});

export const TextField = ({ label, field, className, ...input }: TextFieldProps) => (
  <BoundInput label={label} field={field} className={className}>
    <TextInput label={label} autoComplete="off" {...input} {...typed(field)} />
  </BoundInput>
);

interface NumberFieldProps extends Pick<TextFieldProps, 'label' | 'field' | 'className'> {
  unit: string;
  unitWidth?: number;
}

export const NumberField = ({ unit, unitWidth = 60, ...field }: NumberFieldProps) => (
  <TextField {...field} inputMode="numeric" rightSection={unit} rightSectionWidth={unitWidth} rightSectionPointerEvents="none" />
);

interface TextAreaFieldProps extends Omit<TextareaProps, 'label' | 'name' | 'value' | 'error' | 'onChange'> {
  label: string;
  field: BoundField<string>;
}

export const TextAreaField = ({ label, field, className, ...input }: TextAreaFieldProps) => (
  <BoundInput label={label} field={field} className={className}>
    <Textarea label={label} {...input} {...typed(field)} />
  </BoundInput>
);

interface SelectFieldProps<Value extends string> {
  label: string;
  field: BoundField<Value>;
  options: readonly { readonly value: string; readonly label: string }[];
  description?: string | undefined;
  className?: string | undefined;
}

const chooseIn =
  <Value extends string>({ field, options }: SelectFieldProps<Value>) =>
  (value: string): void => {
    const known = options.find((option) => option.value === value);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the options are the field's values
    if (known !== undefined) field.onChange(known.value as Value);
  };

const wordsIn =
  <Value extends string>({ options }: SelectFieldProps<Value>) =>
  (value: Value): string =>
    options.find((option) => option.value === value)?.label ?? value;

const chosen = <Value extends string>({ label, field, description }: SelectFieldProps<Value>) => ({
  label,
  name: field.name,
  description,
  inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
  value: field.value,
  error: field.error,
});

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, field, options, className } = props;
  return (
    <BoundInput label={label} field={field} words={wordsIn(props)} className={className}>
      <NativeSelect {...chosen(props)} data={options} onChange={(event) => chooseIn(props)(event.currentTarget.value)} />
    </BoundInput>
  );
}

export function RadioField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, field, options, className } = props;
  return (
    <BoundInput label={label} field={field} words={wordsIn(props)} className={className}>
      <Radio.Group {...chosen(props)} onChange={chooseIn(props)}>
        <Group gap="8px 24px" my={6}>
          {options.map((option) => (
            <Radio key={option.value} value={option.value} label={option.label} />
          ))}
        </Group>
      </Radio.Group>
    </BoundInput>
  );
}

interface SwitchFieldProps extends Pick<SelectFieldProps<string>, 'label' | 'description' | 'className'> {
  field: BoundField<boolean>;
}

const ticked = (field: BoundField<boolean>) => ({
  name: field.name,
  checked: field.value,
  error: field.error,
  onChange: (event: ChangeEvent<HTMLInputElement>) => field.onChange(event.currentTarget.checked),
});

export const SwitchField = ({ label, field, description, className }: SwitchFieldProps) => (
  <BoundInput label={label} field={field} className={className}>
    <Switch label={label} description={description} {...ticked(field)} />
  </BoundInput>
);

export const CheckboxField = ({ label, field, description, className }: SwitchFieldProps) => (
  <BoundInput label={label} field={field} className={className}>
    <Checkbox label={label} description={description} {...ticked(field)} />
  </BoundInput>
);

export const InputSkeleton = () => (
  <>
    <Skeleton h={12} w={96} my={4} />
    <Skeleton h={36} radius="md" mt={4} />
  </>
);
