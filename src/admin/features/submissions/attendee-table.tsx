import { type SortingState, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { tableRoles } from '#admin/ui/table-roles.ts';
import { attendeeColumns, attendeeFeatures } from './attendee-columns.tsx';
import { AttendeeHead } from './attendee-head.tsx';
import type { AttendeeList } from './attendee-list.ts';
import type { Attendee } from './attendee-row.ts';
import { readSorting, writeSorting } from './attendee-sorting.ts';
import classes from './attendee-table.module.css';
import { AttendeeTableRow } from './attendee-table-row.tsx';
import type { NamedField } from './submission-values.ts';
import { UndrawnRows } from './undrawn-rows.tsx';
import type { AttendeeSelection } from './use-selection.ts';

declare module 'react' {
  interface CSSProperties {
    /** The tracks that all rows of the table share. */
    '--tracks'?: string;
  }
}

/** With the line below it. */
const ROW_HEIGHT = 45;
const CARD_HEIGHT = 108;
const ROWS_BEYOND_VIEW = 12;
/** The next page is asked for when this many rows are left below. */
const ROWS_LEFT_TO_LOAD_MORE = 40;

interface AttendeeTableProps {
  /** What the table is, for those who listen. */
  label: string;
  attendees: readonly Attendee[];
  /** How many there are, loaded or not. */
  total: number;
  /** Extra columns. */
  columns: readonly NamedField[];
  list: AttendeeList;
  onListChange: (list: AttendeeList) => void;
  openId: string | undefined;
  onOpenChange: (submissionId: string | undefined) => void;
  /** Asked for when the end of what is loaded comes near; undefined when all is loaded or on its way. */
  onEndNear: (() => void) | undefined;
  renderDetails: (attendee: Attendee) => ReactNode;
  isNarrow: boolean;
  selection: AttendeeSelection;
  onClearSelection: () => void;
  ref: RefObject<HTMLElement | null>;
}

/** Attendees as a table with a sticky head, as cards where it is narrow; only rows in view are drawn. */
export function AttendeeTable(props: AttendeeTableProps) {
  const { attendees, columns: chosen, list, onListChange, openId, onOpenChange, onEndNear, isNarrow, selection, ref: scroller } = props;
  const columns = useMemo(() => attendeeColumns(chosen), [chosen]);
  const sorting = useMemo(() => readSorting(list), [list]);
  const table = useTable({
    features: attendeeFeatures,
    columns,
    data: attendees,
    getRowId: (attendee) => attendee.submission.id,
    manualSorting: true,
    enableMultiSort: false,
    state: { sorting },
    onSortingChange: (next: SortingState | ((old: SortingState) => SortingState)) =>
      onListChange(writeSorting(list, typeof next === 'function' ? next(sorting) : next)),
  });
  const { rows } = table.getRowModel();
  // oxlint-disable-next-line react/incompatible-library -- nothing memoized takes what it returns, but for its stable measureElement
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? CARD_HEIGHT : ROW_HEIGHT),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: ROWS_BEYOND_VIEW,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const lastDrawn = items.at(-1)?.index ?? 0;
  const isEndNear = lastDrawn >= rows.length - ROWS_LEFT_TO_LOAD_MORE;

  useEffect(() => {
    if (isEndNear) onEndNear?.();
  }, [isEndNear, onEndNear]);

  // A link to one attendee shows it; later openings happen where the person already looks.
  const opened = useRef(openId);
  useEffect(() => {
    const index = rows.findIndex((row) => row.id === opened.current);
    if (index < 0) return;
    opened.current = undefined;
    virtualizer.scrollToIndex(index, { align: 'auto' });
  }, [rows, virtualizer]);

  const tracks = ['2.5rem', ...table.getAllLeafColumns().map((each) => each.columnDef.meta?.track ?? '1fr'), '3rem'].join(' ');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={scroller} className={classes.scroller} tabIndex={0} aria-label={props.label}>
      <table
        {...tableRoles.table}
        className={classes.table}
        style={{ '--tracks': tracks }}
        aria-label={props.label}
        aria-rowcount={props.total + 1}
      >
        <AttendeeHead table={table} selection={selection} onClearSelection={props.onClearSelection} />
        <UndrawnRows height={items[0]?.start ?? 0} />
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const isOpen = row.id === openId;
          return (
            <AttendeeTableRow
              key={row.id}
              row={row}
              columns={columns}
              index={item.index}
              measure={virtualizer.measureElement}
              isChosen={selection.chosen.has(row.id)}
              onChoose={selection.choose}
              isOpen={isOpen}
              onToggle={onOpenChange}
              details={isOpen ? props.renderDetails(row.original) : null}
            />
          );
        })}
        <UndrawnRows height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
      </table>
    </section>
  );
}
