import { VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import type { FormField } from '#contract/form-field.ts';
import { DRAG_TO_REORDER, formFieldsTitle, NO_FIELDS_YET } from '#contract/texts/builder.ts';
import type { BrunchEvent, BuilderKind } from '../builder-kind.ts';
import classes from '../builder.module.css';
import type { BuilderDraft, FieldMark } from '../draft/builder-draft.ts';
import { FieldEditor, type FieldEditorActions } from './field-editor.tsx';
import rowClasses from './field-row.module.css';
import { FieldRow, type FieldRowActions } from './field-row.tsx';
import { FieldSummary } from './field-summary.tsx';
import { SortableFields } from './sortable-fields.tsx';

interface FieldListProps {
  readonly kind: BuilderKind;
  /** In the order shown, with their edits. */
  readonly fields: readonly FormField[];
  readonly events: readonly BrunchEvent[];
  readonly edits: BuilderDraft['edits'];
  readonly openId: string | undefined;
  readonly marksOf: (field: FormField) => readonly FieldMark[];
  readonly announcement: string;
  readonly actions: FieldRowActions & FieldEditorActions;
}

export function FieldList({ kind, fields, events, edits, openId, marksOf, announcement, actions }: FieldListProps) {
  const titleId = useId();
  const renderEditor = (field: FormField) =>
    field.id === openId ? <FieldEditor kind={kind} field={field} events={events} edit={edits[field.id]} {...actions} /> : undefined;
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <div className={classes.cardHead}>
        <h3 id={titleId}>{formFieldsTitle(fields.length)}</h3>
        {fields.length === 0 ? null : <p>{DRAG_TO_REORDER}</p>}
      </div>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {fields.length === 0 ? (
        <p className={classes.none}>{NO_FIELDS_YET}</p>
      ) : (
        <SortableFields fields={fields} onMove={actions.onMove}>
          <ol className={rowClasses.list}>
            {fields.map((field) => (
              <FieldRow key={field.id} field={field} count={fields.length} editor={renderEditor(field)} {...actions}>
                <FieldSummary field={field} kind={kind} events={events} marks={marksOf(field)} />
              </FieldRow>
            ))}
          </ol>
        </SortableFields>
      )}
    </section>
  );
}
