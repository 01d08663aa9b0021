import { createContext, type HTMLAttributes, type Ref, useContext } from 'react';
import { IconGripVertical } from '#admin/ui/layout/tool-icons.tsx';
import classes from '#admin/ui/table/drag-handle.module.css';

interface Handle extends HTMLAttributes<HTMLButtonElement> {
  readonly ref: Ref<HTMLButtonElement>;
}

/** What makes the handle of a row drag it; undefined where rows do not move. */
export const HandleContext = createContext<Handle | undefined>(undefined);

export function DragHandle({ name }: { name: string }) {
  const handle = useContext(HandleContext);
  return handle === undefined ? null : (
    <button
      type="button"
      {...handle}
      className={classes.handle}
      style={{ marginInline: '-8px 4px' }}
      data-tablet="hidden"
      aria-label={`Drag ${name}`}
    >
      <IconGripVertical size={16} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
