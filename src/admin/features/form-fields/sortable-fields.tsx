import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import type { FormField } from '#contract/form-field.ts';

/** A press that does not move is a press, not a drag. */
const DRAG_FROM_PX = 4;

const upAndDownOnly: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** Where a field stands, as it is read out: `Menu, position 2 of 5`. */
export const positionText = (label: string, index: number, count: number): string => `${label}, position ${index + 1} of ${count}`;

function announcementsOf(fields: readonly FormField[]): Announcements {
  const at = (id: UniqueIdentifier, place: UniqueIdentifier): string => {
    const label = fields.find((field) => field.id === id)?.label ?? '';
    return positionText(
      label,
      fields.findIndex((field) => field.id === place),
      fields.length,
    );
  };
  return {
    onDragStart: ({ active }) => `${at(active.id, active.id)}.`,
    onDragOver: ({ active, over }) => (over === null ? undefined : `${at(active.id, over.id)}.`),
    onDragEnd: ({ active, over }) => `Dropped ${at(active.id, over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `Put back ${at(active.id, active.id)}.`,
  };
}

const INSTRUCTIONS = {
  draggable:
    'To move this field, press Space or Enter, then the up and down arrow keys. Press Space or Enter again to drop it, or Escape to put it back.',
};

interface SortableFieldsProps {
  /** In the order seen. */
  readonly fields: readonly FormField[];
  readonly onMove: (field: FormField, index: number) => void;
  /** The list, made of `FieldRow`. */
  readonly children: ReactNode;
}

/** Lets the rows inside be dragged by pointer and by keyboard, and says where a dragged one stands (hardening 5). */
export function SortableFields({ fields, onMove, children }: SortableFieldsProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    const field = fields.find(({ id }) => id === active.id);
    const index = fields.findIndex(({ id }) => id === over?.id);
    if (field !== undefined && index !== -1) onMove(field, index);
  };
  return (
    <DndContext
      sensors={sensors}
      modifiers={[upAndDownOnly]}
      collisionDetection={closestCenter}
      accessibility={{ announcements: announcementsOf(fields), screenReaderInstructions: INSTRUCTIONS }}
      onDragEnd={handleDragEnd}
    >
      <SortableContext items={fields.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}
