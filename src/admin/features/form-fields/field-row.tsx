import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import type { FormField } from '#contract/form-field.ts';
import classes from './field-row.module.css';

export interface FieldRowActions {
  readonly onMove: (field: FormField, index: number) => void;
  readonly onEdit: (field: FormField) => void;
  readonly onDelete: (field: FormField) => void;
}

interface FieldRowProps extends FieldRowActions {
  readonly field: FormField;
  readonly count: number;
  /** What the row says of the field. */
  readonly children: ReactNode;
  /** Shown below while the field is edited. */
  readonly editor: ReactNode | undefined;
}

const ICON = { size: 16, stroke: 1.75 };

/** One field of the list: a handle to drag it by, what it is, and what can be done with it. */
export function FieldRow({ field, count, onMove, onEdit, onDelete, children, editor }: FieldRowProps) {
  const isStill = useReducedMotion();
  const { attributes, listeners, isDragging, transform, transition, setNodeRef, setActivatorNodeRef } = useSortable({
    id: field.id,
    transition: isStill ? null : undefined,
  });
  const { label, order } = field;
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-field={field.id}
      data-dragging={isDragging ? true : undefined}
      style={{ transform: CSS.Translate.toString(transform), transition: transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={classes.handle}
        {...attributes}
        {...listeners}
        aria-label={`Drag ${label}`}
      >
        <IconGripVertical {...ICON} aria-hidden="true" />
      </button>
      <div className={classes.body}>{children}</div>
      <div className={classes.actions}>
        <RowAction label={`Move ${label} up`} icon={IconArrowUp} isOff={order === 0} onClick={() => onMove(field, order - 1)} />
        <RowAction label={`Move ${label} down`} icon={IconArrowDown} isOff={order === count - 1} onClick={() => onMove(field, order + 1)} />
        <RowAction label={`Edit ${label}`} icon={IconPencil} isExpanded={editor !== undefined} onClick={() => onEdit(field)} />
        <RowAction label={`Delete ${label}`} icon={IconTrash} onClick={() => onDelete(field)} />
      </div>
      {editor}
    </li>
  );
}

interface RowActionProps {
  readonly label: string;
  readonly icon: ComponentType<typeof ICON>;
  readonly isOff?: boolean;
  readonly isExpanded?: boolean;
  readonly onClick: () => void;
}

/** Off, a button keeps the focus: whoever moves a field to the end by it is not thrown out of the list. */
function RowAction({ label, icon: Icon, isOff = false, isExpanded, onClick }: RowActionProps) {
  return (
    <ActionIcon
      aria-label={label}
      aria-expanded={isExpanded}
      aria-disabled={isOff ? true : undefined}
      data-disabled={isOff ? true : undefined}
      data-action={isExpanded === undefined ? undefined : 'edit'}
      onClick={isOff ? undefined : onClick}
    >
      <Icon {...ICON} />
    </ActionIcon>
  );
}
