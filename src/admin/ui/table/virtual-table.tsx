import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { tableRoles } from './table-roles.ts';

const ROWS_LEFT_TO_LOAD_MORE = 40;
/** The head stands above the rows, which the virtualizer doesn't count. */
const HEAD_HEIGHT = 40;

interface VirtualTableProps<Row> extends Pick<ComponentProps<'section'>, 'onKeyDown' | 'style' | 'tabIndex'> {
  label: string;
  /** Styles of `scroller`, `table`, `head`, `grid` (the cells of the head side by side) and `item` (a row). */
  classes: CSSModuleClasses;
  head: ReactNode;
  rows: readonly Row[];
  idOf: (row: Row) => string | number;
  total: number;
  /** Estimated height of a row in pixels, with its border. */
  rowHeight: number;
  /** Id of a row that is scrolled to as soon as it is loaded; another id scrolls again. */
  startAt?: string | undefined;
  /** Loads the next page near the end of the rows; undefined if there is none or a page is loading. */
  onEndNear?: (() => void) | undefined;
  ref?: RefObject<HTMLElement | null>;
  children: (row: Row, ariaRowIndex: number) => ReactNode;
}

/** A table that renders only the rows in view. Each row is a `tr`, perhaps with more below it, which are measured together. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, classes, head, rows, idOf, total, rowHeight, startAt, onEndNear, ref, children, ...section } = props;
  const ownRef = useRef<HTMLElement>(null);
  const scroller = ref ?? ownRef;
  // oxlint-disable-next-line react/incompatible-library -- memoized rows get nothing from it
  const virtualizer: Virtualizer<HTMLElement, HTMLElement> = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : idOf(row);
    },
    scrollPaddingEnd: HEAD_HEIGHT,
    overscan: 12,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const isEndNear = (items.at(-1)?.index ?? 0) >= rows.length - ROWS_LEFT_TO_LOAD_MORE;
  useEffect(() => {
    if (isEndNear) onEndNear?.();
  }, [isEndNear, onEndNear]);

  const startedAt = useRef<string>(undefined);
  useEffect(() => {
    const index = startAt === undefined || startAt === startedAt.current ? -1 : rows.findIndex((row) => idOf(row) === startAt);
    if (index < 0) return;
    startedAt.current = startAt;
    virtualizer.scrollToIndex(index, { align: 'auto' });
  }, [rows, idOf, virtualizer, startAt]);

  return (
    <section ref={scroller} className={classes.scroller} aria-label={label} {...section}>
      <table {...tableRoles.table} className={classes.table} aria-label={label} aria-rowcount={total + 1}>
        <thead {...tableRoles.group} className={classes.head}>
          <tr {...tableRoles.row} className={classes.grid} aria-rowindex={1}>
            {head}
          </tr>
        </thead>
        <Space height={items[0]?.start ?? 0} />
        {items.map(({ index, key }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <tbody {...tableRoles.group} key={key} ref={virtualizer.measureElement} data-index={index} className={classes.item}>
              {children(row, index + 2)}
            </tbody>
          );
        })}
        <Space height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
      </table>
    </section>
  );
}

function Space({ height }: { height: number }) {
  return height > 0 ? <tbody role="presentation" style={{ display: 'block', height }} /> : null;
}
