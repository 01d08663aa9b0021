import { ActionIcon, Box, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { type ReactNode, type SubmitEvent, useLayoutEffect, useRef } from 'react';
import { byPath } from '#admin/records/problems.ts';
import { ToolMenu } from '#admin/ui/actions/tool-item.tsx';
import { hotkeysOf, useActions, useMay } from '#admin/ui/actions/use-actions.tsx';
import { type Icon, IconArrowBackUp, IconDots, IconPencil } from '#admin/ui/layout/icons.tsx';
import { offInPlace, quietButtonProps } from '#admin/ui/layout/tool-button.tsx';
import { IconArrowDown, IconArrowUp } from '#admin/ui/layout/tool-icons.tsx';
import { byLetter } from '#admin/ui/letter-keys.ts';
import { DragHandle } from '#admin/ui/table/drag-handle.tsx';
import { SortableRows, useSortableRow } from '#admin/ui/table/sortable-rows.tsx';
import { fieldCallsOf } from '#contract/forms/form-calls.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import { takesAnswer } from '#contract/rules/field-types.ts';
import { NO_FIELDS_YET } from '#contract/texts/builder.ts';
import rowClasses from '#admin/ui/table/sortable-row.module.css';
import type { BuiltForm } from '../builder-texts.ts';
import type { FieldValues } from '../draft/field-edits.ts';
import type { Builder } from '../draft/use-builder.ts';
import { FIELD_ACTIONS, type OnField } from './field-actions.tsx';
import { FieldSettings, HelpTextInput, LabelInput } from './field-inputs.tsx';
import { FieldSummary } from './field-summary.tsx';

interface FieldListProps extends Omit<OnField, 'field'>, Pick<FieldRowProps, 'onEdit'> {
  readonly form: BuiltForm;
  readonly builder: Builder;
  readonly onDone: (field: FormField) => void;
}

export function FieldList({ form, builder, onDone, ...actions }: FieldListProps) {
  const { fields } = builder.drafted;
  const handleMove = (id: string, index: number) => {
    const field = fields.find((each) => each.id === id);
    if (field !== undefined) builder.move(field, index);
  };
  const renderEditor = (field: FormField) =>
    field.id === builder.openId ? <FieldEditor form={form} field={field} builder={builder} onDone={onDone} /> : undefined;
  return (
    <section data-box="card" aria-labelledby="form-fields">
      <Group gap="0 8px" align="baseline" px={16} py={11} data-edge="bottom">
        <h3 id="form-fields" data-text="title">{`Form Fields (${fields.length})`}</h3>
        {fields.length === 0 ? null : <p data-text="small-quiet">Drag to reorder fields</p>}
      </Group>
      <VisuallyHidden role="status">{builder.announcement}</VisuallyHidden>
      {fields.length === 0 ? (
        <Text py="xl" px="md" ta="center" data-text="note">
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

type FieldEditorProps = Pick<FieldListProps, 'form' | 'builder' | 'onDone'> & { readonly field: FormField };

function FieldEditor({ form, field, builder, onDone }: FieldEditorProps) {
  const may = useMay();
  const edit = builder.edits[field.id];
  const inputs = {
    form,
    type: field.type,
    field: builder.bind(field, !may(fieldCallsOf[form.kind].edit)),
    savedOptions: edit?.saved.values.options,
    errors: byPath(edit?.errors ?? []),
    onChange: (values: Partial<FieldValues>) => builder.edit(field, values),
  };
  const editor = useRef<HTMLFormElement>(null);
  // Before anything else takes the focus, such as an input with an error.
  useLayoutEffect(() => editor.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onDone(field);
  };
  return (
    <form ref={editor} className={rowClasses.editor} aria-label={`Edit ${field.label}`} noValidate onSubmit={handleSubmit}>
      <LabelInput {...inputs} />
      {takesAnswer(field) ? <HelpTextInput {...inputs} /> : null}
      <FieldSettings {...inputs} />
      <Group gap={8} justify="flex-end">
        {takesAnswer(field) ? (
          <Box component="p" me="auto" data-text="hint" data-breaks>
            Exports as <code>{field.name}</code>
          </Box>
        ) : null}
        {edit === undefined ? null : (
          <Button {...quietButtonProps} leftSection={<IconArrowBackUp />} onClick={() => builder.backToSaved(field)}>
            Back to saved
          </Button>
        )}
        <Button size="xs" variant="default" type="submit">
          Done
        </Button>
      </Group>
    </form>
  );
}

interface FieldRowProps extends OnField {
  readonly count: number;
  readonly children: ReactNode;
  readonly editor: ReactNode | undefined;
  readonly onMove: (field: FormField, index: number) => void;
  readonly onEdit: (field: FormField) => void;
}

function FieldRow({ field, count, onMove, onEdit, children, editor, ...on }: FieldRowProps) {
  const { row, handle } = useSortableRow(field.id);
  const { label, order } = field;
  const { tools, tool } = useActions(FIELD_ACTIONS, { field, ...on });
  const remove = tool('delete');
  return (
    <li
      {...row}
      className={rowClasses.row}
      data-row="top wrap close"
      data-field={field.id}
      data-open={editor === undefined ? undefined : true}
      onKeyDown={getHotkeyHandler(byLetter(hotkeysOf(tools)))}
    >
      <DragHandle name={label} {...handle} />
      <div className={rowClasses.body}>{children}</div>
      <div className={rowClasses.actions}>
        <RowAction label={`Move ${label} up`} icon={IconArrowUp} isDisabled={order === 0} onClick={() => onMove(field, order - 1)} />
        <RowAction
          label={`Move ${label} down`}
          icon={IconArrowDown}
          isDisabled={order === count - 1}
          onClick={() => onMove(field, order + 1)}
        />
        <RowAction label={`Edit ${label}`} icon={IconPencil} isExpanded={editor !== undefined} onClick={() => onEdit(field)} />
        {remove === undefined ? null : <RowAction {...remove} />}
        <ToolMenu tools={tools.filter((each) => each !== remove)} withinPortal={false}>
          <ActionIcon aria-label={`More for ${label}`}>
            <IconDots />
          </ActionIcon>
        </ToolMenu>
      </div>
      {editor}
    </li>
  );
}

interface RowActionProps {
  readonly label: string;
  readonly icon: Icon;
  readonly isDisabled?: boolean;
  readonly isExpanded?: boolean;
  readonly onClick?: () => void;
}

const RowAction = ({ label, icon: Icon, isDisabled = false, isExpanded, onClick }: RowActionProps) => (
  <ActionIcon
    aria-label={label}
    aria-expanded={isExpanded}
    data-action={isExpanded === undefined ? undefined : 'edit'}
    onClick={isDisabled ? undefined : onClick}
    {...offInPlace(isDisabled)}
  >
    <Icon />
  </ActionIcon>
);
