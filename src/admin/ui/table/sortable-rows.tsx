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
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { useReducedMotion } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { positionText } from './position-text.ts';

export interface SortableRow {
  readonly id: string;
  readonly label: string;
}

/** A smaller movement is a click, not a drag. */
const DRAG_FROM_PX = 4;

const verticalOnly: Modifier = ({ transform }) => ({ ...transform, x: 0 });

function announcementsOf(rows: readonly SortableRow[], total: number): Announcements {
  const positionOf = (id: UniqueIdentifier, positionId: UniqueIdentifier): string => {
    const label = rows.find((row) => row.id === id)?.label ?? '';
    const index = rows.findIndex((row) => row.id === positionId);
    return positionText(label, index, total);
  };
  return {
    onDragStart: ({ active }) => `${positionOf(active.id, active.id)}.`,
    onDragOver: ({ active, over }) => (over === null ? undefined : `${positionOf(active.id, over.id)}.`),
    onDragEnd: ({ active, over }) => `Dropped ${positionOf(active.id, over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `Put back ${positionOf(active.id, active.id)}.`,
  };
}

interface SortableRowsProps {
  readonly rows: readonly SortableRow[];
  /** The total, if more than are loaded. */
  readonly total?: number;
  readonly what: string;
  readonly onMove: (id: string, index: number) => void;
  readonly children: ReactNode;
}

export function SortableRows({ rows, total = rows.length, what, onMove, children }: SortableRowsProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    const row = rows.find(({ id }) => id === active.id);
    const index = rows.findIndex(({ id }) => id === over?.id);
    if (row !== undefined && index !== -1) onMove(row.id, index);
  };
  return (
    <DndContext
      sensors={sensors}
      modifiers={[verticalOnly]}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announcementsOf(rows, total),
        screenReaderInstructions: {
          draggable: `To move this ${what}, press Space or Enter, then the up and down arrow keys. Press Space or Enter again to drop it, or Escape to put it back.`,
        },
      }}
      onDragEnd={handleDragEnd}
    >
      <SortableContext items={rows.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/** What a row of `SortableRows` passes to its element, and to the button that is its handle. */
export function useSortableRow(id: string) {
  const prefersReducedMotion = useReducedMotion();
  const { attributes, listeners, isDragging, transform, transition, setNodeRef, setActivatorNodeRef } = useSortable({
    id,
    transition: prefersReducedMotion ? null : undefined,
  });
  return {
    row: { ref: setNodeRef, style: { transform: CSS.Translate.toString(transform), transition }, 'data-dragging': isDragging || undefined },
    handle: { ...attributes, ...listeners, ref: setActivatorNodeRef },
  };
}
