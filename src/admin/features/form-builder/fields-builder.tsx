import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ConfirmDialog } from '#admin/ui/dialogs/confirm-dialog.tsx';
import { UnsavedChanges } from '#admin/ui/dialogs/unsaved-changes.tsx';
import { counted } from '#admin/ui/format/counts.ts';
import { useSaveShortcut } from '#admin/ui/inputs/use-save-shortcut.ts';
import type { FormField } from '#contract/form-field.ts';
import { BuilderBar } from './builder-bar.tsx';
import type { BrunchEvent, BuilderKind } from './builder-kind.ts';
import classes from './builder.module.css';
import { useBuilder } from './draft/use-builder.ts';
import { useNewField } from './draft/use-new-field.ts';
import type { FieldMutations } from './field-mutations.ts';
import { AddFieldPanel } from './fields/add-field-panel.tsx';
import { DeleteFieldDialog } from './fields/delete-field-dialog.tsx';
import { FieldList } from './fields/field-list.tsx';

const SIDES = [
  { value: 'fields', label: 'Fields' },
  { value: 'preview', label: 'Preview' },
];

interface FieldsBuilderProps {
  readonly kind: BuilderKind;
  /** The saved fields, in order. */
  readonly fields: readonly FormField[];
  /** The events that a menu may belong to; empty for a marketing form. */
  readonly events: readonly BrunchEvent[];
  readonly calls: FieldMutations;
  /** Renders the form as a visitor would see it. */
  readonly preview: (fields: readonly FormField[]) => ReactNode;
}

const focusFirstInvalid = (within: Element | null | undefined) => within?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();

/**
 * Adds, edits, reorders and deletes the fields of a form beside a preview. Panel, list, preview and bar share one draft.
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
    onInvalid: (fieldId) => focusFirstInvalid(rowOf(fieldId)),
  });
  const panel = useNewField({
    fields: saved,
    add: calls.add,
    onAdded: builder.handleAdded,
    onInvalid: () => focusFirstInvalid(root.current?.querySelector('form')),
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
            onTakeRemote: builder.takeRemote,
            onDone: handleDone,
          }}
        />
      </div>
      <div className={classes.preview}>{preview(form.fields)}</div>
      <BuilderBar form={form} isSaving={builder.isSaving} onSave={builder.save} onDiscard={() => setDiscarding(true)} />
      <DeleteFieldDialog field={deleting} remove={calls.remove} onDeleted={builder.handleDeleted} onClose={() => setDeleting(undefined)} />
      <ConfirmDialog
        opened={isDiscarding}
        title={`Discard ${counted(form.changes, 'unsaved change')}?`}
        confirmLabel="Discard"
        isPending={false}
        onConfirm={handleDiscard}
        onClose={() => setDiscarding(false)}
      />
      <UnsavedChanges hasUnsaved={() => form.changes > 0 || panel.hasInput} />
    </div>
  );
}
