import { Button, Select } from '@mantine/core';
import { type SubmitEvent, useId } from 'react';
import { IconPlus } from '#admin/ui/layout/icons.tsx';
import { fieldTypeSchema } from '#contract/form-field.ts';
import { fieldKey } from '#contract/rules/field-key.ts';
import { isBlank } from '#contract/rules/text.ts';
import { ADD_NEW_FIELD, ADDING_PUBLISHES, FIELD_TYPE_LABELS, LABEL_PLACEHOLDER } from '#contract/texts/builder.ts';
import type { BrunchEvent, BuilderKind } from '../builder-kind.ts';
import classes from '../builder.module.css';
import type { NewFieldPanel } from '../draft/use-new-field.ts';
import { FieldSettings, LabelInput } from './field-inputs.tsx';

const TYPES = fieldTypeSchema.options.map((value) => ({ value, label: FIELD_TYPE_LABELS[value] }));

interface AddFieldPanelProps {
  readonly kind: BuilderKind;
  readonly events: readonly BrunchEvent[];
  readonly panel: NewFieldPanel;
}

/** The form that adds a field. */
export function AddFieldPanel({ kind, events, panel }: AddFieldPanelProps) {
  const titleId = useId();
  const { type, values, errors, change } = panel;
  const inputs = { kind, type, values, errors, events, onChange: change };
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    panel.submit();
  };
  return (
    <form className={classes.card} aria-labelledby={titleId} noValidate onSubmit={handleSubmit}>
      <div className={classes.cardHead}>
        <h3 id={titleId}>{ADD_NEW_FIELD}</h3>
      </div>
      <div className={classes.inputs}>
        <div className={classes.pair}>
          <Select label="Type" data={TYPES} value={type} onChange={(value) => panel.changeType(fieldTypeSchema.parse(value))} />
          <LabelInput {...inputs} placeholder={LABEL_PLACEHOLDER} />
        </div>
        <FieldSettings {...inputs} />
        <div className={classes.foot}>
          <p className={classes.exports}>
            {ADDING_PUBLISHES}
            {type === 'disclaimer' || isBlank(values.label) ? null : (
              <>
                {' '}
                Exports as <code>{fieldKey(values.label)}</code>
              </>
            )}
          </p>
          <Button
            type="submit"
            variant="default"
            leftSection={<IconPlus />}
            aria-disabled={panel.isAdding ? true : undefined}
            data-disabled={panel.isAdding ? true : undefined}
          >
            Add field
          </Button>
        </div>
      </div>
    </form>
  );
}
