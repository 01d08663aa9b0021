import { type ComponentProps, createContext, useContext } from 'react';
import { IconGripVertical } from '../layout/tool-icons.tsx';
import classes from './drag-handle.module.css';

interface DragHandleProps extends ComponentProps<'button'> {
  name: string;
}

/** The button by which a row is dragged. */
export const DragHandle = ({ name, ...handle }: DragHandleProps) => (
  <button type="button" {...handle} className={classes.handle} data-hover="fill" aria-label={`Drag ${name}`}>
    <IconGripVertical aria-hidden="true" />
  </button>
);

/** What makes the handle in a cell drag its row; undefined if rows do not move. */
export const HandleContext = createContext<ComponentProps<'button'> | undefined>(undefined);

export function CellHandle({ name }: Pick<DragHandleProps, 'name'>) {
  const handle = useContext(HandleContext);
  return handle && <DragHandle name={name} {...handle} style={{ marginInline: '-8px 4px' }} data-tablet="hidden" />;
}
