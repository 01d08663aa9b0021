import {
  Alert,
  Button,
  Checkbox,
  Group,
  Input,
  NativeSelect,
  Radio,
  Skeleton,
  Switch,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { type ChangeEvent, type ComponentProps, useRef } from 'react';
import { flushSync } from 'react-dom';
import { YOU } from '#admin/live/use-colleague-note.ts';
import type { BoundField } from '#admin/records/use-record.ts';
import { shortened } from '#contract/rules/text.ts';
import { IconAlertTriangle } from '../layout/icons.tsx';

type FieldProps<InputProps> = Omit<InputProps, 'label' | 'name' | 'value' | 'error' | 'onChange'> & {
  label: string;
  field: BoundField<string>;
};

const typed = (field: BoundField<string>) => ({
  name: field.name,
  value: field.value,
  error: field.error,
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => field.onChange(event.currentTarget.value),
});

export const TextField = ({ label, field, className, ...input }: FieldProps<TextInputProps>) => (
  <BoundInput label={label} field={field} className={className}>
    <TextInput label={label} autoComplete="off" {...input} {...typed(field)} />
  </BoundInput>
);

interface NumberFieldProps extends Pick<FieldProps<TextInputProps>, 'label' | 'field' | 'className'> {
  unit: string;
  unitWidth?: number;
}

export const NumberField = ({ unit, unitWidth = 60, ...field }: NumberFieldProps) => (
  <TextField {...field} inputMode="numeric" rightSection={unit} rightSectionWidth={unitWidth} rightSectionPointerEvents="none" />
);

export const TextAreaField = ({ label, field, className, ...input }: FieldProps<TextareaProps>) => (
  <BoundInput label={label} field={field} className={className}>
    <Textarea label={label} {...input} {...typed(field)} />
  </BoundInput>
);

interface SelectFieldProps<Value extends string> {
  label: string;
  field: BoundField<Value>;
  options: readonly { readonly value: Value; readonly label: string }[];
  description?: string | undefined;
  className?: string | undefined;
}

/** What a select and radio buttons share. */
function choiceOf<Value extends string>({ label, field, options, description, className }: SelectFieldProps<Value>) {
  const optionOf = (value: string) => options.find((option) => option.value === value);
  return {
    bound: { label, field, className, words: (value: Value) => optionOf(value)?.label ?? value },
    input: {
      label,
      name: field.name,
      description,
      value: field.value,
      error: field.error,
    },
    choose: (value: string) => field.onChange(optionOf(value)?.value ?? field.value),
  };
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { bound, input, choose } = choiceOf(props);
  return (
    <BoundInput {...bound}>
      <NativeSelect {...input} data={props.options} onChange={(event) => choose(event.currentTarget.value)} />
    </BoundInput>
  );
}

export function RadioField<Value extends string>(props: SelectFieldProps<Value>) {
  const { bound, input, choose } = choiceOf(props);
  return (
    <BoundInput {...bound}>
      <Radio.Group {...input} onChange={choose}>
        <Group gap="8px 24px" my={6}>
          {props.options.map((option) => (
            <Radio key={option.value} {...option} />
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

const tickField = (Tick: typeof Switch | typeof Checkbox) =>
  function TickField({ field, className, ...texts }: SwitchFieldProps) {
    return (
      <BoundInput label={texts.label} field={field} className={className}>
        <Tick {...texts} {...ticked(field)} />
      </BoundInput>
    );
  };

export const SwitchField = tickField(Switch);
export const CheckboxField = tickField(Checkbox);

export const InputSkeleton = () => (
  <>
    <Skeleton h={12} w={96} my={4} />
    <Skeleton h={36} radius="md" mt={4} />
  </>
);

function shownText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : '';
}

interface BoundInputProps<Value> extends ComponentProps<'div'> {
  label: string;
  field: BoundField<Value>;
  /** How to show a value that is not shown as it is typed. */
  words?: (value: Value) => string;
}

/** The input of a field with its conflict; only the value if this person may not edit it. */
export const BoundInput = <Value,>({ label, field, words, children, ...box }: BoundInputProps<Value>) => (
  <div {...box}>
    {field.isReadOnly ? (
      <Input.Wrapper label={label} labelElement="div">
        <p data-text="main" data-breaks dir="auto" style={{ whiteSpace: 'pre-line' }}>
          {(words ?? shownText)(field.value) || '–'}
        </p>
      </Input.Wrapper>
    ) : (
      children
    )}
    <RemoteValue label={label} field={field} {...(words === undefined ? {} : { words })} />
  </div>
);

const SHOWN_MAX_LENGTH = 200;

/** Elements to type in or choose with; a date is a button next to a hidden input. */
const INPUT = 'input:not([type="hidden"]), textarea, select, [data-dates-input]';

function wordsOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value !== 'string' || value === '') return 'nothing';
  return value.length > SHOWN_MAX_LENGTH ? `‘${shortened(value, SHOWN_MAX_LENGTH)}…’` : `‘${value}’`;
}

interface RemoteValueProps<Value> {
  label: string;
  field: Pick<BoundField<Value>, 'name' | 'remote' | 'remoteBy' | 'onKeepLocal' | 'onTakeRemote'>;
  /** How to show a value that is not shown as it is typed. */
  words?: (value: Value) => string;
}

/** Shown under a field with a conflict: the value someone else has saved, and the choice between the two. */
export function RemoteValue<Value>({ label, field, words = wordsOf }: RemoteValueProps<Value>) {
  const note = useRef<HTMLDivElement>(null);
  if (field.remote === undefined) return null;
  const isYours = field.remoteBy === YOU;
  const [keep, take] = isYours ? ['Keep this', 'Use the other'] : ['Keep mine', 'Use theirs'];
  const handle = (resolve: () => void) => () => {
    const parent = note.current?.parentElement;
    // The buttons disappear with the conflict, as may the inputs for one's own value.
    flushSync(resolve);
    (parent?.querySelector<HTMLElement>(INPUT) ?? parent?.querySelector('button'))?.focus();
  };
  return (
    <Alert ref={note} mt={8} color="orange" icon={<IconAlertTriangle />} data-remote={field.name}>
      <p data-breaks>
        <bdi>{field.remoteBy ?? 'Someone else'}</bdi> saved <strong>{words(field.remote)}</strong> in{' '}
        <span>{isYours ? 'another tab' : 'the meantime'}</span>.
      </p>
      <Group gap={8} mt={8}>
        <Button size="xs" variant="default" aria-label={`${keep}: ${label}`} onClick={handle(field.onKeepLocal)}>
          {keep}
        </Button>
        <Button size="xs" variant="default" aria-label={`${take}: ${label}`} onClick={handle(field.onTakeRemote)}>
          {take}
        </Button>
      </Group>
    </Alert>
  );
}
