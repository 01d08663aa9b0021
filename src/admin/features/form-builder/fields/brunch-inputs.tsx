import { Checkbox, Input, Select } from '@mantine/core';
import { useId } from 'react';
import { IS_BRUNCH_MENU, NO_BRUNCH_EVENTS, SELECT_BRUNCH_EVENT } from '#contract/texts/builder.ts';
import { errorAt } from '../draft/field-problems.ts';
import type { FieldInputsProps } from './field-inputs-props.ts';
import classes from './field-inputs.module.css';

export function BrunchToggle({ values, onChange }: Pick<FieldInputsProps, 'values' | 'onChange'>) {
  return (
    <Checkbox
      label={IS_BRUNCH_MENU}
      checked={values.brunch_event}
      onChange={(event) => onChange({ brunch_event: event.currentTarget.checked, brunch_event_id: null })}
    />
  );
}

/** Chooses the brunch event of a menu, if the series has any. */
export function BrunchEventInput({ values, errors, events, onChange }: Omit<FieldInputsProps, 'kind' | 'type'>) {
  const id = useId();
  const brunchEvents = events.filter((event) => event.brunch_event);
  const error = errorAt(errors, 'brunch_event_id');
  if (brunchEvents.length === 0) {
    return (
      <Input.Wrapper id={id} label={SELECT_BRUNCH_EVENT} labelElement="div" error={error}>
        <p className={classes.none}>{NO_BRUNCH_EVENTS}</p>
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
