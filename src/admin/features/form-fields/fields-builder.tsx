import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ConfirmDialog } from '#admin/ui/confirm-dialog.tsx';
import { counted } from '#admin/ui/counts.ts';
import { UnsavedChanges } from '#admin/ui/unsaved-changes.tsx';
import { useSaveShortcut } from '#admin/ui/use-save-shortcut.ts';
import type { FormField } from '#contract/form-field.ts';
import { AddFieldPanel } from './add-field-panel.tsx';
import classes from './builder.module.css';
import { BuilderBar } from './builder-bar.tsx';
import type { BrunchEvent, BuilderKind } from './builder-kind.ts';
import { DeleteFieldDialog } from './delete-field-dialog.tsx';
import type { FieldCalls } from './field-calls.ts';
import { FieldList } from './field-list.tsx';
import { useBuilder } from './use-builder.ts';
import { useNewField } from './use-new-field.ts';

const SIDES = [
  { value: 'fields', label: 'Fields' },
  { value: 'preview', label: 'Preview' },
];

interface FieldsBuilderProps {
  readonly kind: BuilderKind;
  /** The fields as they are saved, in their order. */
  readonly fields: readonly FormField[];
  /** All events that a menu may belong to; none for a marketing form. */
  readonly events: readonly BrunchEvent[];
  readonly calls: FieldCalls;
  /** The form as a visitor would see it with these fields. */
  readonly preview: (fields: readonly FormField[]) => ReactNode;
}

/** The first wrong input of a part of the page takes the focus. */
const focusFirstWrong = (within: Element | null | undefined) => within?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();

/**
 * Builds the fields of a form: add, edit in place, reorder, delete, with the form itself beside it. It is the wrapper of the
 * create screens (spec section 2): panel, list, preview and bar share its one draft.
 */
export function FieldsBuilder({ kind, fields: saved, events, calls, preview }: FieldsBuilderProps) {
  const root = useRef<HTMLDivElement>(null);
  const [side, setSide] = useState('fields');
  const [deleting, setDeleting] = useState<FormField>();
  const [isDiscarding, setDiscarding] = useState(false);
  const rowOf = (fieldId: string) => root.current?.querySelector(`[data-field="${fieldId}"]`);

  const builder = useBuilder({
    saved,
    calls,
    onRefused: (fieldId) => focusFirstWrong(rowOf(fieldId)),
  });
  const panel = useNewField({
    fields: saved,
    add: calls.add,
    onAdded: builder.noteAdded,
    onRefused: () => focusFirstWrong(root.current?.querySelector('form')),
  });
  useSaveShortcut(builder.save);

  const { form } = builder;

  const handleEdit = (field: FormField) => {
    flushSync(() => builder.open(field.id === builder.openId ? undefined : field.id));
    rowOf(field.id)?.querySelector<HTMLElement>('form input, form textarea')?.focus();
  };
  const handleDone = (field: FormField) => {
    builder.open(undefined);
    rowOf(field.id)?.querySelector<HTMLElement>('[data-action="edit"]')?.focus();
  };
  const handleDiscard = () => {
    builder.discard();
    setDiscarding(false);
  };

  return (
    <div className={classes.builder} data-shown={side} ref={root}>
      <SegmentedControl className={classes.switch} aria-label="Show" fullWidth data={SIDES} value={side} onChange={setSide} />
      <div className={classes.fields}>
        <div>
          <div className={classes.heading}>
            <h2>{kind.title}</h2>
            <p>{kind.note}</p>
          </div>
          <AddFieldPanel kind={kind} events={events} panel={panel} />
        </div>
        <FieldList
          kind={kind}
          fields={form.fields}
          events={events}
          edits={builder.edits}
          openId={builder.openId}
          marksOf={builder.marksOf}
          announcement={builder.announcement}
          actions={{
            onMove: builder.move,
            onEdit: handleEdit,
            onDelete: setDeleting,
            onChange: builder.edit,
            onUndo: builder.undo,
            onTakeTheirs: builder.takeTheirs,
            onDone: handleDone,
          }}
        />
      </div>
      <div className={classes.preview}>{preview(form.fields)}</div>
      <BuilderBar form={form} isSaving={builder.isSaving} onSave={builder.save} onDiscard={() => setDiscarding(true)} />
      <DeleteFieldDialog field={deleting} remove={calls.remove} onDeleted={builder.noteDeleted} onClose={() => setDeleting(undefined)} />
      <ConfirmDialog
        opened={isDiscarding}
        title={`Discard ${counted(form.changes, 'unsaved change')}?`}
        confirmLabel="Discard"
        isPending={false}
        onConfirm={handleDiscard}
        onClose={() => setDiscarding(false)}
      />
      <UnsavedChanges hasUnsaved={() => form.changes > 0 || panel.isTyped} />
    </div>
  );
}
