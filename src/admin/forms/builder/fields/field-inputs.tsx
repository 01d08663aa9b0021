import { ActionIcon, Box, Button, Group, Input, Select, Stack, TextInput } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { BindField } from '#admin/records/use-record.ts';
import { BoundInput, CheckboxField, TextAreaField, TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { IconPlus, IconX } from '#admin/ui/layout/icons.tsx';
import { quietButtonProps } from '#admin/ui/layout/tool-button.tsx';
import { IconMinus } from '#admin/ui/layout/tool-icons.tsx';
import { copiedLines } from '#admin/ui/table/copied-cells.ts';
import { HELP_TEXT_MAX_LENGTH } from '#contract/forms/form-field.ts';
import { type FieldType, hasOptions, takesAnswer } from '#contract/rules/field-types.ts';
import { isBlank } from '#contract/rules/text.ts';
import { NO_BRUNCH_EVENTS, SELECT_BRUNCH_EVENT } from '#contract/texts/builder.ts';
import { BUILDER_TEXTS, type BuiltForm } from '../builder-texts.ts';
import type { FieldValues } from '../draft/builder-draft.ts';

interface FieldInputsProps {
  readonly form: BuiltForm;
  readonly type: FieldType;
  readonly field: BindField<FieldValues>;
  /** The options as stored; none of a new field. */
  readonly savedOptions?: readonly string[] | undefined;
  /** By path, such as `options.1`. */
  readonly errors: Partial<Record<string, string>>;
  readonly onChange: (values: Partial<FieldValues>) => void;
}

/** The label of a field, which for a disclaimer is its whole text. */
export function LabelInput({ type, field, placeholder }: Pick<FieldInputsProps, 'type' | 'field'> & { readonly placeholder?: string }) {
  const shared = { label: 'Label', field: field('label'), placeholder, dir: 'auto' };
  return takesAnswer({ type }) ? (
    <TextField {...shared} />
  ) : (
    <TextAreaField {...shared} autoComplete="off" autosize minRows={2} maxRows={10} />
  );
}

export const HelpTextInput = ({ field }: Pick<FieldInputsProps, 'field'>) => (
  <TextAreaField
    label="Help text"
    field={field('help_text')}
    description={`Shown under the label; ${field('help_text').value.trim().length} of ${HELP_TEXT_MAX_LENGTH} characters`}
    autosize
    minRows={1}
    maxRows={6}
  />
);

export const FieldSettings = ({ form, type, field, savedOptions = [], errors, onChange }: FieldInputsProps) => (
  <>
    {hasOptions({ type }) ? (
      <BoundInput label="Options" field={field('options')} words={(options) => options.join(', ')}>
        <OptionsInput options={field('options').value} saved={savedOptions} errors={errors} onChange={field('options').onChange} />
      </BoundInput>
    ) : null}
    <Group gap="8px 24px" align="flex-start">
      {takesAnswer({ type }) ? (
        <>
          <CheckboxField label={BUILDER_TEXTS[form.kind].required} field={field('required')} />
          <CheckboxField label={BUILDER_TEXTS[form.kind].slack} field={field('show_on_slack')} />
        </>
      ) : null}
      {form.kind === 'series' && hasOptions({ type }) ? (
        <CheckboxField
          label="Is this a brunch menu?"
          field={{ ...field('brunch_event'), onChange: (isBrunch) => onChange({ brunch_event: isBrunch, brunch_event_id: null }) }}
        />
      ) : null}
    </Group>
    {/* Through the API a field of any type can belong to a brunch event. A conflict over the event is shown even when none is chosen now. */}
    {form.kind === 'series' && (field('brunch_event').value || field('brunch_event_id').remote !== undefined) ? (
      <BrunchEventInput form={form} field={field} />
    ) : null}
  </>
);

function BrunchEventInput({ form, field: bind }: Pick<FieldInputsProps, 'form' | 'field'>) {
  const id = useId();
  const field = bind('brunch_event_id');
  const { error } = field;
  const brunchEvents = form.events.filter((event) => event.brunch_event);
  const titleOf = (eventId: string | null) => form.events.find((event) => event.id === eventId)?.event_title ?? 'no event';
  return (
    <BoundInput label={SELECT_BRUNCH_EVENT} field={field} words={titleOf}>
      {brunchEvents.length === 0 ? (
        <Input.Wrapper id={id} label={SELECT_BRUNCH_EVENT} labelElement="div" error={error}>
          <p data-text="note">{NO_BRUNCH_EVENTS}</p>
        </Input.Wrapper>
      ) : (
        <Select
          label={SELECT_BRUNCH_EVENT}
          placeholder="Choose an event"
          data={brunchEvents.map((event) => ({ value: event.id, label: event.event_title }))}
          value={field.value}
          error={error}
          onChange={field.onChange}
        />
      )}
    </BoundInput>
  );
}

interface OptionsInputProps {
  readonly options: readonly string[];
  readonly saved: readonly string[];
  readonly errors: Partial<Record<string, string>>;
  readonly onChange: (options: string[]) => void;
}

/** The options of a select field. Enter moves to the next one, Backspace removes an empty one, and pasted lines become options. */
function OptionsInput({ options, saved, errors, onChange }: OptionsInputProps) {
  const list = useRef<HTMLDivElement>(null);
  const numbered = options.map((value, index) => ({ value, index, number: index + 1, before: replacedOption(saved, options, index) }));

  const focus = (index: number) => list.current?.querySelectorAll('input')[index]?.focus();
  const change = (changed: string[], focused: number) => {
    // Rendered immediately, so that the new input can take the focus.
    flushSync(() => onChange(changed));
    focus(focused);
  };
  const remove = (index: number) => change(options.toSpliced(index, 1), Math.max(0, index - 1));

  const handleEnter = (index: number) => {
    if (index < options.length - 1) focus(index + 1);
    else if (!isBlank(options[index] ?? '')) change([...options, ''], index + 1);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    const isRemoval = event.key === 'Backspace' && options[index] === '' && options.length > 1;
    if (event.key !== 'Enter' && !isRemoval) return;
    event.preventDefault();
    if (isRemoval) remove(index);
    else handleEnter(index);
  };
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>, index: number) => {
    const pasted = pastedOptions(copiedLines(event.clipboardData), event.currentTarget);
    if (pasted === undefined) return;
    event.preventDefault();
    change(options.toSpliced(index, 1, ...pasted), index + pasted.length - 1);
  };

  return (
    <fieldset>
      <Box component="legend" mb="xs" data-text="label">
        Options
      </Box>
      <Stack gap={4} mb={4} ref={list}>
        {numbered.map(({ value, index, number, before }) => (
          <TextInput
            key={number}
            size="xs"
            aria-label={`Option ${number}`}
            autoComplete="off"
            leftSection={
              <Box component="span" fz="xs" data-figures aria-hidden="true">
                {number}
              </Box>
            }
            rightSection={<RemoveOption option={value} before={before} isOff={options.length < 2} onClick={() => remove(index)} />}
            rightSectionWidth={before === undefined ? 32 : 152}
            value={value}
            error={errors[`options.${index}`]}
            onChange={(event) => onChange(options.with(index, event.currentTarget.value))}
            onKeyDown={(event) => handleKeyDown(event, index)}
            onPaste={(event) => handlePaste(event, index)}
          />
        ))}
      </Stack>
      {errors['options'] === undefined ? null : <Input.Error role="alert">{errors['options']}</Input.Error>}
      <Group gap="4px 8px" ms={-10}>
        <Button
          {...quietButtonProps}
          leftSection={<IconPlus />}
          disabled={isBlank(options[0] ?? '')}
          onClick={() => change([...options, ''], options.length)}
        >
          Add another option
        </Button>
        <Button {...quietButtonProps} leftSection={<IconMinus />} disabled={options.length < 2} onClick={() => remove(options.length - 1)}>
          Remove last
        </Button>
        <Box component="p" ms={10} data-text="hint">
          <kbd>Enter</kbd> next option. Paste a list to add one per line.
        </Box>
      </Group>
    </fieldset>
  );
}

interface RemoveOptionProps {
  readonly option: string;
  /** The stored option that this one replaces. */
  readonly before: string | undefined;
  readonly isOff: boolean;
  readonly onClick: () => void;
}

const RemoveOption = ({ option, before, isOff, onClick }: RemoveOptionProps) => (
  <Group gap={8} justify="flex-end" wrap="nowrap" w="100%" miw={0} pr={4}>
    {before === undefined ? null : <Box component="small" fz="xs" data-cut data-text="second" dir="auto">{`was ‘${before}’`}</Box>}
    <ActionIcon size={24} aria-label={`Remove ${isBlank(option) ? 'this option' : option}`} disabled={isOff} onClick={onClick}>
      <IconX size={14} />
    </ActionIcon>
  </Group>
);

const LINE_BREAK = /[\n\r\u{2028}\u{2029}]+/u;
/** The bullet or number before each line of a list, as office programs copy them. */
const LIST_MARK = /^\s*(?:[•‣◦▪▫·●○■□\p{Co}](?:\s+|$)|(?:[-–—*§✓➢o]|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{2,5})[.)])\s*\t\s*)/u;

interface Selection {
  readonly value: string;
  readonly selectionStart: number | null;
  readonly selectionEnd: number | null;
}

/** The options that an input becomes when several lines are pasted at its selection; undefined for a single line. */
export function pastedOptions(text: string, { value, selectionStart, selectionEnd }: Selection): string[] | undefined {
  const typed = text.split(LINE_BREAK).filter((line) => !isBlank(line));
  const isList = typed.every((line) => LIST_MARK.test(line));
  const lines = typed.map((line) => (isList ? line.replace(LIST_MARK, '') : line).trim()).filter((line) => line !== '');
  if (lines.length < 2) return undefined;
  const before = value.slice(0, selectionStart ?? value.length);
  const after = value.slice(selectionEnd ?? value.length);
  return lines.with(0, before + (lines[0] ?? '')).map((line, index) => (index === lines.length - 1 ? line + after : line));
}

/** The stored option that the one at this index replaces: it is no longer in the list, and this one is new there. */
export function replacedOption(saved: readonly string[], options: readonly string[], index: number): string | undefined {
  const [before, now] = [saved[index], options[index]?.trim()];
  if (before === undefined || now === undefined || saved.includes(now)) return undefined;
  return options.some((option) => option.trim() === before) ? undefined : before;
}
