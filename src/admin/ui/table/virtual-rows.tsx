import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';

const ROWS_LEFT_TO_LOAD_MORE = 40;

interface VirtualRowsOptions<Row> {
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string | number;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Estimated height of a row in pixels, with its border. */
  readonly rowHeight: number;
  /** Loads the next page near the end of the rows; undefined if there is none or a page is loading. */
  readonly onEndNear?: (() => void) | undefined;
}

/** The rows of a virtual table that are rendered, and the heights in pixels of those before and after them. */
export function useVirtualRows<Row>({ rows, idOf, scroller, rowHeight, onEndNear }: VirtualRowsOptions<Row>) {
  // oxlint-disable-next-line react/incompatible-library -- memoized components get nothing from it but the stable measureElement
  const virtualizer: Virtualizer<HTMLElement, HTMLElement> = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : idOf(row);
    },
    overscan: 12,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const isEndNear = (items.at(-1)?.index ?? 0) >= rows.length - ROWS_LEFT_TO_LOAD_MORE;

  useEffect(() => {
    if (isEndNear) onEndNear?.();
  }, [isEndNear, onEndNear]);

  return {
    virtualizer,
    rendered: items.flatMap(({ index }) => {
      const row = rows[index];
      return row === undefined ? [] : [{ row, index }];
    }),
    heightBefore: items[0]?.start ?? 0,
    heightAfter: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
  };
}

/** Takes the place of the rows that a virtual table does not render; `height` in pixels. */
export function VirtualSpacer({ height }: { height: number }) {
  return height > 0 ? <tbody role="presentation" style={{ display: 'block', height }} /> : null;
}
