import { Box, Button, Group, SegmentedControl, Select, Skeleton, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { getSettings } from '#admin/api/settings.ts';
import { useAlsoHere } from '#admin/live/use-also-here.ts';
import { useColleagueNote } from '#admin/live/use-colleague-note.ts';
import { paths } from '#admin/paths.ts';
import type { ReadForm } from '#admin/reads/form-queries.ts';
import { useMay } from '#admin/session/session.ts';
import { useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import { focusFirstWrong } from '#admin/ui/focus.ts';
import { optionsOf } from '#admin/ui/inputs/choice.tsx';
import { SaveBar } from '#admin/ui/inputs/save-bar.tsx';
import { IconArrowBackUp, IconPlus } from '#admin/ui/layout/icons.tsx';
import { RowsSkeleton } from '#admin/ui/layout/page.tsx';
import { offInPlace, quietButtonProps } from '#admin/ui/layout/tool-button.tsx';
import { IconArrowForwardUp } from '#admin/ui/layout/tool-icons.tsx';
import { byLetter } from '#admin/ui/letter-keys.ts';
import { formCalls } from '#contract/forms/form-calls.ts';
import { fieldTypeSchema, type FormField } from '#contract/forms/form-field.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { fieldKey } from '#contract/rules/field-key.ts';
import { takesAnswer } from '#contract/rules/field-types.ts';
import { isBlank } from '#contract/rules/text.ts';
import { FIELD_TYPE_LABELS } from '#contract/texts/builder.ts';
import { counted } from '#contract/texts/counts.ts';
import { BUILDER_TEXTS, type BuiltForm } from './builder-texts.ts';
import classes from './builder.module.css';
import type { DraftedForm } from './draft/builder-draft.ts';
import { type Builder, useBuilder } from './draft/use-builder.ts';
import { type NewFieldPanel, useDuplicate, useNewField } from './draft/use-new-field.ts';
import { fieldMutations } from './field-mutations.ts';
import { DeleteFieldDialog, MoveDialog } from './fields/field-dialogs.tsx';
import { FieldSettings, LabelInput } from './fields/field-inputs.tsx';
import { FieldList } from './fields/field-list.tsx';
import { PreviewPanel } from './preview/preview-panel.tsx';
import { previewedForm } from './preview/previewed-form.ts';

const TYPES = fieldTypeSchema.options.map((value) => ({ value, label: FIELD_TYPE_LABELS[value] }));

function AddFieldPanel({ form, panel }: { form: BuiltForm; panel: NewFieldPanel }) {
  const { values, errors, field, isSaving, change, setForm, submit } = panel;
  const { type } = values;
  // The list does not move up under a pointer that has just pressed Add field: a second press would hit another field's Delete.
  const [minHeight, setMinHeight] = useState<number>();
  const inputs = { form, type, field, errors, onChange: change };
  /** Changing the type only resets the brunch settings. */
  const changeType = (chosen: string | null) => change({ type: fieldTypeSchema.parse(chosen), brunch_event: false, brunch_event_id: null });
  return (
    <form
      data-box="card"
      aria-labelledby="new-field"
      noValidate
      style={{ minHeight }}
      ref={setForm}
      onPointerLeave={() => setMinHeight(undefined)}
      onSubmit={submit}
    >
      <Box component="h3" id="new-field" px={16} py={11} data-edge="bottom" data-text="title">
        Add New Field
      </Box>
      <Stack gap="md" p="md">
        <div data-pair data-phone="stacked">
          <Select label="Type" data={TYPES} value={type} onChange={changeType} />
          <LabelInput {...inputs} placeholder={takesAnswer(values) ? 'What do you want to ask?' : 'What do you want to say?'} />
        </div>
        <FieldSettings {...inputs} />
        <div data-row="between wide wrap">
          <p className={classes.exports} data-breaks data-text="hint">
            {`It appears on the public form straight away, ${takesAnswer(values) ? 'as the last question' : 'after the questions'}.`}
            {takesAnswer(values) && !isBlank(values.label) ? (
              <span>
                {' '}
                Exports as <code>{fieldKey(values.label)}</code>
              </span>
            ) : null}
          </p>
          <Button
            type="submit"
            variant="default"
            flex="none"
            leftSection={<IconPlus />}
            onPointerDown={({ currentTarget }) => setMinHeight(currentTarget.form?.offsetHeight)}
            {...offInPlace(isSaving)}
          >
            Add field
          </Button>
        </div>
      </Stack>
    </form>
  );
}

const SIDES = optionsOf({ fields: 'Fields', preview: 'Preview' });

const describeChanges = ({ editedIds, movedIds }: DraftedForm): string =>
  [...(editedIds.size > 0 ? [`${editedIds.size} edited`] : []), ...(movedIds.size > 0 ? [`${movedIds.size} moved`] : [])].join(', ');

/** The fields of a form next to a preview. Fields are added and deleted immediately; edits and moves wait for Save Form. */
export function FieldsBuilder({ form, failure }: { form: ReadForm; failure: unknown }) {
  const { kind } = form;
  const saved = form.formFields;
  const topic = `fields/${form.id}` as const;
  const alsoHere = useAlsoHere(topic);
  const colleagueNote = useColleagueNote(topic, saved, failure);
  const built = { kind, events: form.kind === 'series' ? form.events : [] };
  const calls = fieldMutations(form);
  const root = useRef<HTMLDivElement>(null);
  const [side, setSide] = useState('fields');
  const deleting = useDialogWith<FormField>();
  const moving = useDialogWith<FormField>();
  const rowOf = (fieldId: string) => root.current?.querySelector(`[data-field="${fieldId}"]`);

  const builder = useBuilder({ saved, calls, onInvalid: (fieldId) => focusFirstWrong(rowOf(fieldId)), onDelete: deleting.open, topic });
  const may = useMay();
  const panel = useNewField({ fields: saved, add: calls.add, onAdded: builder.handleAdded });
  const duplicate = useDuplicate({ fields: builder.drafted.fields, add: calls.add, onAdded: builder.handleAdded });

  const { drafted } = builder;
  const handleEdit = (field: FormField) => builder.open(field.id === builder.openId ? undefined : field.id);
  const handleChoose = (fieldId: string) => {
    flushSync(() => {
      setSide('fields');
      builder.open(fieldId);
    });
    rowOf(fieldId)?.querySelector<HTMLElement>('form input, form textarea')?.focus();
  };
  const handleDone = (field: FormField) => {
    builder.open(undefined);
    rowOf(field.id)?.querySelector<HTMLElement>('[data-action="edit"]')?.focus();
  };

  return (
    <div className={classes.builder} data-shown={side} ref={root}>
      <SegmentedControl className={classes.switch} aria-label="Show" fullWidth data={SIDES} value={side} onChange={setSide} />
      <div className={classes.fields} data-stack>
        <div>
          <Group align="baseline" gap="0 8px" mb={16}>
            <h2 data-text="title">{BUILDER_TEXTS[kind].title}</h2>
            <p data-text="small-quiet">{BUILDER_TEXTS[kind].note}</p>
            <p data-text="small-quiet" role="status">
              {colleagueNote}
            </p>
          </Group>
          {may(formCalls.addSeriesFields) ? <AddFieldPanel form={built} panel={panel} /> : null}
        </div>
        <FieldList
          form={built}
          builder={builder}
          onEdit={handleEdit}
          onDelete={deleting.open}
          onDuplicate={duplicate}
          onMoveTo={moving.open}
          onDone={handleDone}
        />
      </div>
      <div className={classes.preview} data-beside>
        <PreviewPanel
          view={previewedForm(form, drafted.fields, getSettings())}
          theme={form.theme}
          formPath={paths[kind].publicForm(form)}
          editedId={builder.openId}
          newestId={builder.newestId}
          onChoose={handleChoose}
        />
      </div>
      <SaveBar
        unsaved={drafted.changes === 0 ? undefined : counted(drafted.changes, 'unsaved change')}
        alsoHere={alsoHere}
        // On a phone, the number in the button is enough.
        aboutOn={alsoHere === undefined ? 'desktop' : 'every screen'}
        tools={<UndoButtons builder={builder} />}
        record={builder}
        words={{
          details: describeChanges(drafted),
          save: drafted.changes === 0 ? 'Save Form' : `Save Form (${drafted.changes})`,
          discard: `Discard ${counted(drafted.changes, 'unsaved change')}?`,
        }}
        hidesDiscard
        hasUnsaved={() => drafted.changes > 0 || panel.hasInput}
      />
      {moving.show((field) => (
        <MoveDialog field={field} count={saved.length} onMove={builder.move} />
      ))}
      {deleting.show((field) => (
        <DeleteFieldDialog
          field={field}
          remove={calls.remove}
          onDeleted={() => {
            deleting.close();
            builder.handleDeleted(field);
          }}
        />
      ))}
    </div>
  );
}

/** The browser undoes inputs that do not belong to a field in the list, such as those of a new field; behind a dialog nothing is undone. */
const isLeftToBrowser = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  (target.closest('[role="dialog"]') !== null || (target.matches('input, textarea') && target.closest('[data-field]') === null));

/** Undo and Redo, also with Cmd/Ctrl+Z and Cmd/Ctrl+Shift+Z or Cmd/Ctrl+Y. */
function UndoButtons({ builder: { canUndo, canRedo, undo, redo } }: { builder: Pick<Builder, 'canUndo' | 'canRedo' | 'undo' | 'redo'> }) {
  const on = (run: () => void) => (event: KeyboardEvent) => {
    if (isLeftToBrowser(event)) return;
    event.preventDefault();
    run();
  };
  const options = { preventDefault: false };
  useHotkeys(
    byLetter([
      ['mod+Z', on(undo), options],
      ['mod+shift+Z', on(redo), options],
      ['mod+Y', on(redo), options],
    ]),
    [],
  );
  return (
    <span className={classes.undo} data-fixed>
      <UndoButton label="Undo" icon={<IconArrowBackUp />} isOff={!canUndo} onClick={undo} />
      <UndoButton label="Redo" icon={<IconArrowForwardUp />} isOff={!canRedo} onClick={redo} />
    </span>
  );
}

const UndoButton = ({ label, icon, isOff, onClick }: { label: string; icon: ReactNode; isOff: boolean; onClick: () => void }) => (
  <Button {...quietButtonProps} leftSection={icon} onClick={isOff ? undefined : onClick} {...offInPlace(isOff)}>
    <span data-phone="unseen">{label}</span>
  </Button>
);

export const BuilderSkeleton = ({ kind }: { kind: FormRef['kind'] }) => (
  <div className={classes.builder} data-shown="fields">
    <div className={classes.fields} data-stack>
      <div>
        <Box component="h2" mb={16} data-text="title">
          {BUILDER_TEXTS[kind].title}
        </Box>
        <Skeleton h={232} radius="md" />
      </div>
      <RowsSkeleton inset={40} />
    </div>
    <div className={classes.preview} data-beside>
      <PreviewPanel view={undefined} formPath={undefined} />
    </div>
  </div>
);
