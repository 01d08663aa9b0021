import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { BrunchEventInput, BrunchToggle } from './brunch-inputs.tsx';
import classes from './field-inputs.module.css';
import type { FieldInputsProps } from './field-inputs-props.ts';
import { errorsAt } from './field-problems.ts';
import { OptionsInput } from './options-input.tsx';

const LONG_LABEL_ROWS = { minRows: 2, maxRows: 10 };

/** What a field asks: a line, or for a disclaimer the text itself (decision 2). */
export function LabelInput({ type, values, errors, onChange }: Omit<FieldInputsProps, 'kind' | 'events'>) {
  const shared = { label: 'Label', name: 'label', autoComplete: 'off', dir: 'auto', value: values.label, error: errorsAt(errors, 'label') };
  return type === 'disclaimer' ? (
    <Textarea {...shared} autosize {...LONG_LABEL_ROWS} onChange={(event) => onChange({ label: event.currentTarget.value })} />
  ) : (
    <TextInput {...shared} onChange={(event) => onChange({ label: event.currentTarget.value })} />
  );
}

/** Everything of a field but its type and label: options, toggles in the builder's own words, brunch event. */
export function FieldSettings({ kind, type, values, errors, events, onChange }: FieldInputsProps) {
  const canBeMenu = kind.hasBrunchMenus && type === 'select';
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
        {canBeMenu ? <BrunchToggle values={values} onChange={onChange} /> : null}
      </div>
      {canBeMenu && values.brunch_event ? <BrunchEventInput values={values} errors={errors} events={events} onChange={onChange} /> : null}
    </>
  );
}
