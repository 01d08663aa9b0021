import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { formatCount } from '#admin/ui/counts.ts';
import { tableRoles } from '#admin/ui/table-roles.ts';
import type { ImportRow } from './import-rows.ts';
import classes from './row-table.module.css';

const ROW_HEIGHT = 40;
const ROWS_BEYOND_VIEW = 8;

/** A row of the file with what is said about it. */
export interface RowEntry {
  readonly row: ImportRow;
  readonly text: string;
  readonly isBad: boolean;
  /** A button at the row's end. */
  readonly action?: ReactNode;
}

interface RowTableProps {
  label: string;
  /** The head above what is said. */
  lastHead: string;
  entries: readonly RowEntry[];
}

/** A row in one line: the name and the address, or that there is none. */
const wordsOf = ({ values }: ImportRow): string =>
  `${values.first_name ?? ''} ${values.last_name ?? ''}, ${values.email === '' ? 'no address' : (values.email ?? '')}`;

/** Rows of the file with their lines; of thousands only those in view are drawn. */
export function RowTable({ label, lastHead, entries }: RowTableProps) {
  const scroller = useRef<HTMLElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing memoized takes what it returns, but for its stable measureElement
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => entries[index]?.row.line ?? index,
    overscan: ROWS_BEYOND_VIEW,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={scroller} className={classes.scroller} tabIndex={0} aria-label={label}>
      <table {...tableRoles.table} className={classes.table} aria-label={label} aria-rowcount={entries.length + 1}>
        <thead {...tableRoles.group} className={classes.head}>
          <tr {...tableRoles.row} className={classes.row} aria-rowindex={1}>
            <th {...tableRoles.header} scope="col">
              Line
            </th>
            <th {...tableRoles.header} scope="col">
              Row
            </th>
            <th {...tableRoles.header} scope="col">
              {lastHead}
            </th>
          </tr>
        </thead>
        <Space height={items[0]?.start ?? 0} />
        {items.map(({ index, key }) => {
          const entry = entries[index];
          return entry === undefined ? null : <EntryRow key={key} entry={entry} index={index} measure={virtualizer.measureElement} />;
        })}
        <Space height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
      </table>
    </section>
  );
}

function EntryRow({ entry, index, measure }: { entry: RowEntry; index: number; measure: (element: HTMLElement | null) => void }) {
  return (
    <tbody {...tableRoles.group} ref={measure} data-index={index} className={classes.item}>
      <tr {...tableRoles.row} className={classes.row} aria-rowindex={index + 2}>
        <td {...tableRoles.cell} className={classes.line}>
          {formatCount(entry.row.line)}
        </td>
        <td {...tableRoles.cell} dir="auto">
          {wordsOf(entry.row)}
        </td>
        <td {...tableRoles.cell} className={classes.said} data-bad={entry.isBad}>
          <span>{entry.text}</span>
          {entry.action}
        </td>
      </tr>
    </tbody>
  );
}

/** Stands for the rows that are not drawn. */
function Space({ height }: { height: number }) {
  return height > 0 ? <tbody role="presentation" className={classes.space} style={{ height }} /> : null;
}
