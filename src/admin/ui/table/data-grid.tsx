import { VisuallyHidden } from '@mantine/core';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ClipboardEvent, type ComponentProps, createContext, type ReactNode, type RefObject, use, useEffect, useRef } from 'react';
import { tableRoles } from '#admin/theme/table-roles.ts';
import classes from './data-grid.module.css';

const ROWS_LEFT_TO_LOAD_MORE = 40;
/** The head is above the rows, and the virtualizer doesn't count it. */
const HEAD_HEIGHT = 40;

/** The number of a row as screen readers count it; the head is the first. */
const RowIndex = createContext(1);

declare module 'react' {
  interface CSSProperties {
    '--tracks'?: string;
    '--card-tracks'?: string | undefined;
  }
}

/**
 * The place of a cell while rows are cards: `select`, `number`, `lead` and `corner` share the first line, by `cardTracks`; `line` has a line
 * of its own, `end` is at the end of one, and `marked` has a line only while the cell is marked.
 */
type CardPlace = 'select' | 'number' | 'lead' | 'corner' | 'line' | 'end' | 'marked';

export interface GridColumn {
  readonly id: string;
  readonly label: string;
  readonly track: string;
  readonly isNumber?: boolean;
  /** The label is for screen readers only; its cells have tools, which are not copied. */
  readonly isUnnamed?: boolean;
  readonly order?: 'ascending' | 'descending' | undefined;
  readonly description?: string;
  readonly head?: ReactNode;
  /** Default `line`. */
  readonly card?: CardPlace;
}

interface DataGridProps<Row> extends Pick<ComponentProps<'section'>, 'onKeyDown' | 'onPaste' | 'tabIndex' | 'className'> {
  label: string;
  columns: readonly GridColumn[];
  /** The tracks of a row on a narrow screen, where it is a card; without them, the rows scroll sideways. */
  cardTracks?: string;
  rows: readonly Row[];
  idOf: (row: Row) => string | number;
  total: number;
  /** Estimated height of a row in pixels, with its border. */
  rowHeight: number;
  /** Id of a row to scroll to as soon as it is loaded; another id scrolls again. */
  startAt?: string | undefined;
  /** Loads the next page near the end of the rows; undefined if there is none or a page is loading. */
  onEndNear?: (() => void) | undefined;
  ref?: RefObject<HTMLElement | null>;
  children: (row: Row) => ReactNode;
}

/** Copies selected cells with a tab between them, as of any other table; browsers write each on a line, since these are no boxes of a table. */
function copyRows(event: ClipboardEvent<HTMLElement>): void {
  const selection = getSelection();
  if (selection?.isCollapsed !== false) return;
  const range = selection.getRangeAt(0).cloneRange();
  if (!event.currentTarget.contains(range.commonAncestorContainer)) return;
  // Three clicks on a cell select up to the start of the next.
  while (range.endOffset === 0) range.setEndBefore(range.endContainer);
  const textOf = ({ innerText }: HTMLElement): string => innerText.replaceAll(/\s+/g, ' ').trim();
  const isCopied = (cell: HTMLElement): boolean => range.intersectsNode(cell) && cell.dataset['unnamed'] === undefined;
  const rows = Array.from(event.currentTarget.querySelectorAll('tr'), ({ cells }) => Array.from(cells).filter(isCopied).map(textOf));
  if (rows.flat().length < 2) return;
  event.clipboardData.setData('text/plain', rows.flatMap((cells) => (cells.length > 0 ? cells.join('\t') : [])).join('\n'));
  event.preventDefault();
}

/** A table that renders only the rows in view. A row and what is below it are measured together. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { label, columns, cardTracks, rows, idOf, total, rowHeight, startAt, onEndNear, ref, className = '', children, ...section } = props;
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
    <section
      ref={scroller}
      className={[classes.scroller, cardTracks === undefined ? '' : classes.cards, className].join(' ')}
      style={{ '--tracks': columns.map(({ track }) => track).join(' '), '--card-tracks': cardTracks }}
      aria-label={label}
      onCopy={copyRows}
      {...section}
    >
      <table {...tableRoles.table} className={classes.table} data-figures aria-label={label} aria-rowcount={total + 1}>
        <thead {...tableRoles.group} className={classes.head}>
          <GridRow>
            {columns.map((column) => (
              <ColumnHead key={column.id} column={column} />
            ))}
          </GridRow>
        </thead>
        <Space height={items[0]?.start ?? 0} />
        {items.map(({ index, key }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <tbody {...tableRoles.group} key={key} ref={virtualizer.measureElement} data-index={index} className={classes.item}>
              <RowIndex value={index + 2}>{children(row)}</RowIndex>
            </tbody>
          );
        })}
        <Space height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
      </table>
    </section>
  );
}

const ColumnHead = ({ column: { id, label, description, isNumber, isUnnamed, order, head } }: { column: GridColumn }) => (
  <th
    {...tableRoles.header}
    className={classes.heading}
    scope="col"
    title={description}
    data-column={id}
    data-number={isNumber}
    data-unnamed={isUnnamed}
    aria-sort={order}
  >
    {head ?? (isUnnamed ? <VisuallyHidden>{label}</VisuallyHidden> : <span dir="auto">{label}</span>)}
  </th>
);

export const GridRow = ({ className = '', ...row }: ComponentProps<'tr'>) => (
  <tr {...tableRoles.row} {...row} className={`${classes.row} ${className}`} aria-rowindex={use(RowIndex)} />
);

interface GridCellProps extends ComponentProps<'td'> {
  column: GridColumn;
  /** For an editable cell: how its value differs from the previous one. */
  mark?: 'wrong' | 'changed' | undefined;
}

export const GridCell = ({ column: { id, isNumber, isUnnamed, card = 'line' }, mark, className = '', ...cell }: GridCellProps) => (
  <td
    {...tableRoles.cell}
    {...cell}
    className={`${classes.cell} ${className}`}
    data-column={id}
    data-number={isNumber}
    data-unnamed={isUnnamed}
    data-card={card}
    data-mark={mark}
  />
);

const Space = ({ height }: { height: number }) => (height > 0 ? <tbody role="presentation" style={{ display: 'block', height }} /> : null);
