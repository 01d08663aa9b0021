import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { errorAt } from '../draft/field-problems.ts';
import { BrunchEventInput, BrunchToggle } from './brunch-inputs.tsx';
import type { FieldInputsProps } from './field-inputs-props.ts';
import classes from './field-inputs.module.css';
import { OptionsInput } from './options-input.tsx';

const LONG_LABEL_ROWS = { minRows: 2, maxRows: 10 };

/** The label of a field, which for a disclaimer is its whole text. */
export function LabelInput({ type, values, errors, onChange }: Omit<FieldInputsProps, 'kind' | 'events'>) {
  const shared = { label: 'Label', name: 'label', autoComplete: 'off', dir: 'auto', value: values.label, error: errorAt(errors, 'label') };
  return type === 'disclaimer' ? (
    <Textarea {...shared} autosize {...LONG_LABEL_ROWS} onChange={(event) => onChange({ label: event.currentTarget.value })} />
  ) : (
    <TextInput {...shared} onChange={(event) => onChange({ label: event.currentTarget.value })} />
  );
}

/** All settings of a field except type and label. */
export function FieldSettings({ kind, type, values, errors, events, onChange }: FieldInputsProps) {
  return (
    <>
      {type === 'select' ? <OptionsInput options={values.options} errors={errors} onChange={(options) => onChange({ options })} /> : null}
      <div className={classes.toggles}>
        {type === 'disclaimer' ? null : (
          <Checkbox
            label={kind.requiredLabel}
            checked={values.required}
            onChange={(event) => onChange({ required: event.currentTarget.checked })}
          />
        )}
        <Checkbox
          label={kind.slackLabel}
          checked={values.show_on_slack}
          onChange={(event) => onChange({ show_on_slack: event.currentTarget.checked })}
        />
        {kind.hasBrunchMenus && type === 'select' ? <BrunchToggle values={values} onChange={onChange} /> : null}
      </div>
      {/* Through the API a field of any type can belong to a brunch event. */}
      {kind.hasBrunchMenus && values.brunch_event ? (
        <BrunchEventInput values={values} errors={errors} events={events} onChange={onChange} />
      ) : null}
    </>
  );
}
