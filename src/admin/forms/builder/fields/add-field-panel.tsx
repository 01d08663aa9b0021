import { Button, Select, Stack } from '@mantine/core';
import { useId } from 'react';
import { IconPlus } from '#admin/ui/layout/icons.tsx';
import { fieldTypeSchema } from '#contract/forms/form-field.ts';
import { fieldKey } from '#contract/rules/field-key.ts';
import { takesAnswer } from '#contract/rules/field-types.ts';
import { isBlank } from '#contract/rules/text.ts';
import { ADD_NEW_FIELD, ADDING_PUBLISHES, FIELD_TYPE_LABELS, LABEL_PLACEHOLDER } from '#contract/texts/builder.ts';
import type { BuiltForm } from '../builder-texts.ts';
import classes from '../builder.module.css';
import type { NewFieldPanel } from '../draft/use-new-field.ts';
import { FieldSettings, LabelInput } from './field-inputs.tsx';

const TYPES = fieldTypeSchema.options.map((value) => ({ value, label: FIELD_TYPE_LABELS[value] }));

/** The form that adds a field. */
export function AddFieldPanel({ form, panel }: { form: BuiltForm; panel: NewFieldPanel }) {
  const titleId = useId();
  const { values, errors, isSaving, change, setForm, submit } = panel;
  const { type } = values;
  const inputs = { form, type, values, errors, onChange: change };
  /** Another type resets only the brunch settings. */
  const changeType = (chosen: string | null) => change({ type: fieldTypeSchema.parse(chosen), brunch_event: false, brunch_event_id: null });
  return (
    <form className={classes.card} data-box="card" aria-labelledby={titleId} noValidate ref={setForm} onSubmit={submit}>
      <div className={classes.cardHead} data-row="baseline wrap">
        <h3 id={titleId} data-variant="title">
          {ADD_NEW_FIELD}
        </h3>
      </div>
      <Stack gap="md" p="md">
        <div data-pair data-phone="stacked">
          <Select label="Type" data={TYPES} value={type} onChange={changeType} />
          <LabelInput {...inputs} placeholder={LABEL_PLACEHOLDER} />
        </div>
        <FieldSettings {...inputs} />
        <div className={classes.foot} data-row="between wide">
          <p className={classes.exports} data-variant="hint">
            {ADDING_PUBLISHES}
            {takesAnswer(values) && !isBlank(values.label) ? (
              <>
                {' '}
                Exports as <code>{fieldKey(values.label)}</code>
              </>
            ) : null}
          </p>
          <Button
            type="submit"
            variant="default"
            leftSection={<IconPlus />}
            aria-disabled={isSaving ? true : undefined}
            data-disabled={isSaving ? true : undefined}
          >
            Add field
          </Button>
        </div>
      </Stack>
    </form>
  );
}
