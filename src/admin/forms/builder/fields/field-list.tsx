import { ActionIcon, Menu, Text, VisuallyHidden } from '@mantine/core';
import { getHotkeyHandler, useOs } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';
import { useMenuDialogs } from '#admin/ui/dialogs/use-menu-dialogs.ts';
import { type Icon, IconArrowsSort, IconArrowUp, IconCopy, IconDots, IconPencil, IconTrash } from '#admin/ui/layout/icons.tsx';
import { IconArrowDown, IconGripVertical } from '#admin/ui/layout/tool-icons.tsx';
import { SortableRows, useSortableRow } from '#admin/ui/table/sortable-rows.tsx';
import type { FormField } from '#contract/forms/form-field.ts';
import { NO_FIELDS_YET } from '#contract/texts/builder.ts';
import head from '#admin/ui/cards/card-head.module.css';
import rowClasses from '#admin/ui/table/sortable-row.module.css';
import type { BuiltForm } from '../builder-texts.ts';
import type { Builder } from '../draft/use-builder.ts';
import { FieldEditor } from './field-editor.tsx';
import menuClasses from './field-inputs.module.css';
import { FieldSummary } from './field-summary.tsx';

interface FieldListProps extends Pick<FieldRowProps, 'onEdit' | 'onDelete' | 'onDuplicate' | 'onMoveTo'> {
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
    <section data-box="card" aria-labelledby={titleId}>
      <div className={head.head} data-row="baseline wrap">
        <h3 id={titleId} data-text="title">
          Form Fields ({fields.length})
        </h3>
        {fields.length === 0 ? null : <p data-text="small-quiet">Drag to reorder fields</p>}
      </div>
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

interface FieldRowProps {
  readonly field: FormField;
  readonly count: number;
  readonly children: ReactNode;
  readonly editor: ReactNode | undefined;
  readonly onMove: (field: FormField, index: number) => void;
  readonly onEdit: (field: FormField) => void;
  readonly onDelete: (field: FormField) => void;
  readonly onDuplicate: (field: FormField) => void;
  /** Asks for the position to move it to. */
  readonly onMoveTo: (field: FormField) => void;
}

const ICON = { size: 16, stroke: 1.75 };

function FieldRow({ field, count, onMove, onEdit, onDelete, onDuplicate, onMoveTo, children, editor }: FieldRowProps) {
  const { setNodeRef, setActivatorNodeRef, isDragging, style, handle } = useSortableRow(field.id);
  const { label, order } = field;
  return (
    <li
      ref={setNodeRef}
      className={rowClasses.row}
      data-row="top wrap close"
      data-field={field.id}
      data-dragging={isDragging ? true : undefined}
      data-open={editor === undefined ? undefined : true}
      onKeyDown={getHotkeyHandler([['mod+D', () => onDuplicate(field)]])}
      style={style}
    >
      <button type="button" ref={setActivatorNodeRef} className={rowClasses.handle} {...handle} aria-label={`Drag ${label}`}>
        <IconGripVertical {...ICON} aria-hidden="true" />
      </button>
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
        <RowAction label={`Delete ${label}`} icon={IconTrash} onClick={() => onDelete(field)} />
        <FieldMenu label={label} onDuplicate={() => onDuplicate(field)} onMoveTo={() => onMoveTo(field)} />
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
  readonly onClick: () => void;
}

/** Disabled by ARIA only, so that the button keeps the focus, for example after it moved a field to the end of the list. */
const RowAction = ({ label, icon: Icon, isDisabled = false, isExpanded, onClick }: RowActionProps) => (
  <ActionIcon
    aria-label={label}
    aria-expanded={isExpanded}
    aria-disabled={isDisabled ? true : undefined}
    data-disabled={isDisabled ? true : undefined}
    data-action={isExpanded === undefined ? undefined : 'edit'}
    onClick={isDisabled ? undefined : onClick}
  >
    <Icon {...ICON} />
  </ActionIcon>
);

/** What can be done with a field besides editing, moving by one and deleting it. */
function FieldMenu({ label, onDuplicate, onMoveTo }: { label: string; onDuplicate: () => void; onMoveTo: () => void }) {
  const isMac = useOs() === 'macos';
  const { button, opening } = useMenuDialogs();
  return (
    <Menu withinPortal={false}>
      <Menu.Target>
        <ActionIcon ref={button} aria-label={`More for ${label}`}>
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCopy />}
          rightSection={<kbd className={menuClasses.key}>{isMac ? '⌘ D' : 'Ctrl D'}</kbd>}
          onClick={opening(onDuplicate)}
        >
          Duplicate
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowsSort />} onClick={opening(onMoveTo)}>
          Move to position…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
