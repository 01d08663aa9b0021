import { Checkbox, Input, Select, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import { HELP_TEXT_MAX_LENGTH } from '#contract/forms/form-field.ts';
import { type FieldType, hasOptions, takesAnswer } from '#contract/rules/field-types.ts';
import { helpTextHint, IS_BRUNCH_MENU, NO_BRUNCH_EVENTS, SELECT_BRUNCH_EVENT } from '#contract/texts/builder.ts';
import { BUILDER_TEXTS, type BuiltForm } from '../builder-texts.ts';
import type { FieldValues } from '../draft/field-edits.ts';
import classes from './field-inputs.module.css';
import { OptionsInput } from './options-input.tsx';

interface FieldInputsProps {
  readonly form: BuiltForm;
  readonly type: FieldType;
  readonly values: FieldValues;
  /** The options as stored; none of a new field. */
  readonly savedOptions?: readonly string[];
  /** By path, such as `options.1`. */
  readonly errors: Partial<Record<string, string>>;
  readonly onChange: (values: Partial<FieldValues>) => void;
}

/** The label of a field, which for a disclaimer is its whole text. */
export function LabelInput({
  type,
  values,
  errors,
  placeholder,
  onChange,
}: Omit<FieldInputsProps, 'form'> & { readonly placeholder?: string }) {
  const shared = {
    placeholder,
    label: 'Label',
    name: 'label',
    autoComplete: 'off',
    dir: 'auto',
    value: values.label,
    error: errors['label'],
  };
  return takesAnswer({ type }) ? (
    <TextInput {...shared} onChange={(event) => onChange({ label: event.currentTarget.value })} />
  ) : (
    <Textarea {...shared} autosize minRows={2} maxRows={10} onChange={(event) => onChange({ label: event.currentTarget.value })} />
  );
}

/** What the form says under the label. */
export const HelpTextInput = ({ values, errors, onChange }: Pick<FieldInputsProps, 'values' | 'errors' | 'onChange'>) => (
  <Textarea
    label="Help text"
    description={helpTextHint(values.help_text.trim().length, HELP_TEXT_MAX_LENGTH)}
    dir="auto"
    autosize
    minRows={1}
    maxRows={6}
    value={values.help_text}
    error={errors['help_text']}
    onChange={(event) => onChange({ help_text: event.currentTarget.value })}
  />
);

/** All settings of a field except type, label and help text. */
export const FieldSettings = ({ form, type, values, savedOptions = [], errors, onChange }: FieldInputsProps) => (
  <>
    {hasOptions({ type }) ? (
      <OptionsInput options={values.options} saved={savedOptions} errors={errors} onChange={(options) => onChange({ options })} />
    ) : null}
    <div className={classes.toggles} data-row="stretch wrap">
      {takesAnswer({ type }) ? (
        <Checkbox
          label={BUILDER_TEXTS[form.kind].required}
          checked={values.required}
          onChange={(event) => onChange({ required: event.currentTarget.checked })}
        />
      ) : null}
      <Checkbox
        label={BUILDER_TEXTS[form.kind].slack}
        checked={values.show_on_slack}
        onChange={(event) => onChange({ show_on_slack: event.currentTarget.checked })}
      />
      {form.kind === 'series' && hasOptions({ type }) ? (
        <Checkbox
          label={IS_BRUNCH_MENU}
          checked={values.brunch_event}
          onChange={(event) => onChange({ brunch_event: event.currentTarget.checked, brunch_event_id: null })}
        />
      ) : null}
    </div>
    {/* Through the API a field of any type can belong to a brunch event. */}
    {form.kind === 'series' && values.brunch_event ? (
      <BrunchEventInput form={form} values={values} errors={errors} onChange={onChange} />
    ) : null}
  </>
);

function BrunchEventInput({ form, values, errors, onChange }: Omit<FieldInputsProps, 'type'>) {
  const id = useId();
  const brunchEvents = form.events.filter((event) => event.brunch_event);
  const error = errors['brunch_event_id'];
  if (brunchEvents.length === 0) {
    return (
      <Input.Wrapper id={id} label={SELECT_BRUNCH_EVENT} labelElement="div" error={error}>
        <p data-variant="note">{NO_BRUNCH_EVENTS}</p>
      </Input.Wrapper>
    );
  }
  return (
    <Select
      label={SELECT_BRUNCH_EVENT}
      placeholder="Choose an event"
      data={brunchEvents.map((event) => ({ value: event.id, label: event.event_title }))}
      value={values.brunch_event_id}
      error={error}
      onChange={(eventId) => onChange({ brunch_event_id: eventId })}
    />
  );
}
