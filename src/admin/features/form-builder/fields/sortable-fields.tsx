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

/** A smaller movement is a click, not a drag. */
const DRAG_FROM_PX = 4;

const verticalOnly: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** The position of a field for screen readers: `Menu, position 2 of 5`. */
export const positionText = (label: string, index: number, count: number): string => `${label}, position ${index + 1} of ${count}`;

function announcementsOf(fields: readonly FormField[]): Announcements {
  const positionOf = (id: UniqueIdentifier, positionId: UniqueIdentifier): string => {
    const label = fields.find((field) => field.id === id)?.label ?? '';
    const index = fields.findIndex((field) => field.id === positionId);
    return positionText(label, index, fields.length);
  };
  return {
    onDragStart: ({ active }) => `${positionOf(active.id, active.id)}.`,
    onDragOver: ({ active, over }) => (over === null ? undefined : `${positionOf(active.id, over.id)}.`),
    onDragEnd: ({ active, over }) => `Dropped ${positionOf(active.id, over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `Put back ${positionOf(active.id, active.id)}.`,
  };
}

const INSTRUCTIONS = {
  draggable:
    'To move this field, press Space or Enter, then the up and down arrow keys. Press Space or Enter again to drop it, or Escape to put it back.',
};

interface SortableFieldsProps {
  readonly fields: readonly FormField[];
  readonly onMove: (field: FormField, index: number) => void;
  readonly children: ReactNode;
}

/** Makes the rows draggable by pointer and keyboard, with announcements for screen readers. */
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
      modifiers={[verticalOnly]}
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
