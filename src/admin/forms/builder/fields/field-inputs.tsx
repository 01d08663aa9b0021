import { Input, Select } from '@mantine/core';
import { useId } from 'react';
import type { BindField } from '#admin/records/use-record.ts';
import { BoundInput } from '#admin/ui/inputs/bound-input.tsx';
import { CheckboxField, TextAreaField, TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { HELP_TEXT_MAX_LENGTH } from '#contract/forms/form-field.ts';
import { type FieldType, hasOptions, takesAnswer } from '#contract/rules/field-types.ts';
import { NO_BRUNCH_EVENTS, SELECT_BRUNCH_EVENT } from '#contract/texts/builder.ts';
import { BUILDER_TEXTS, type BuiltForm } from '../builder-texts.ts';
import type { FieldValues } from '../draft/field-edits.ts';
import classes from './field-inputs.module.css';
import { OptionsInput } from './options-input.tsx';

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
    <div className={classes.toggles} data-row="stretch wrap">
      {takesAnswer({ type }) ? <CheckboxField label={BUILDER_TEXTS[form.kind].required} field={field('required')} /> : null}
      <CheckboxField label={BUILDER_TEXTS[form.kind].slack} field={field('show_on_slack')} />
      {form.kind === 'series' && hasOptions({ type }) ? (
        <CheckboxField
          label="Is this a brunch menu?"
          field={{ ...field('brunch_event'), onChange: (isBrunch) => onChange({ brunch_event: isBrunch, brunch_event_id: null }) }}
        />
      ) : null}
    </div>
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
