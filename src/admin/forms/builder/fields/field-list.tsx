import { Text, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { SortableRows } from '#admin/ui/table/sortable-rows.tsx';
import type { FormField } from '#contract/forms/form-field.ts';
import { DRAG_TO_REORDER, formFieldsTitle, NO_FIELDS_YET } from '#contract/texts/builder.ts';
import type { BuiltForm } from '../builder-texts.ts';
import classes from '../builder.module.css';
import type { Builder } from '../draft/use-builder.ts';
import { FieldEditor } from './field-editor.tsx';
import { FieldRow, type FieldRowActions } from './field-row.tsx';
import { FieldSummary } from './field-summary.tsx';

interface FieldListProps extends Omit<FieldRowActions, 'onMove'> {
  readonly form: BuiltForm;
  readonly builder: Builder;
  readonly onDone: (field: FormField) => void;
}

export function FieldList({ form, builder, onDone, ...actions }: FieldListProps) {
  const { fields } = builder.drafted;
  const titleId = useId();
  const handleMove = (id: string, index: number) => {
    const field = fields.find((each) => each.id === id);
    if (field !== undefined) builder.move(field, index);
  };
  const renderEditor = (field: FormField) =>
    field.id === builder.openId ? <FieldEditor form={form} field={field} builder={builder} onDone={onDone} /> : undefined;
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <div className={classes.cardHead}>
        <h3 id={titleId}>{formFieldsTitle(fields.length)}</h3>
        {fields.length === 0 ? null : <p>{DRAG_TO_REORDER}</p>}
      </div>
      <VisuallyHidden role="status">{builder.announcement}</VisuallyHidden>
      {fields.length === 0 ? (
        <Text py="xl" px="md" ta="center" variant="note">
          {NO_FIELDS_YET}
        </Text>
      ) : (
        <SortableRows rows={fields} what="field" onMove={handleMove}>
          <ol>
            {fields.map((field) => (
              <FieldRow key={field.id} field={field} count={fields.length} editor={renderEditor(field)} onMove={builder.move} {...actions}>
                <FieldSummary field={field} form={form} marks={builder.marksOf(field)} isNew={builder.isNew(field)} />
              </FieldRow>
            ))}
          </ol>
        </SortableRows>
      )}
    </section>
  );
}
