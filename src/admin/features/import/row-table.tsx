import { type ReactNode, useRef } from 'react';
import { formatCount } from '#admin/ui/format/counts.ts';
import { tableRoles } from '#admin/ui/table/table-roles.ts';
import { useVirtualRows, VirtualSpacer } from '#admin/ui/table/virtual-rows.tsx';
import type { ImportRow } from './file/import-rows.ts';
import classes from './row-table.module.css';

const ROW_HEIGHT = 40;

export interface RowEntry {
  readonly row: ImportRow;
  readonly text: string;
  readonly isBad: boolean;
  readonly action?: ReactNode;
}

interface RowTableProps {
  label: string;
  noteHeading: string;
  entries: readonly RowEntry[];
}

const rowText = ({ values }: ImportRow): string =>
  `${values.first_name ?? ''} ${values.last_name ?? ''}, ${values.email === '' ? 'no address' : (values.email ?? '')}`;

/** A virtual table of rows of the file with their line numbers. */
export function RowTable({ label, noteHeading, entries }: RowTableProps) {
  const scroller = useRef<HTMLElement>(null);
  const { virtualizer, rendered, heightBefore, heightAfter } = useVirtualRows({
    rows: entries,
    idOf: ({ row }) => row.line,
    scroller,
    rowHeight: ROW_HEIGHT,
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
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
              {noteHeading}
            </th>
          </tr>
        </thead>
        <VirtualSpacer height={heightBefore} />
        {rendered.map(({ row: entry, index }) => (
          <EntryRow key={entry.row.line} entry={entry} index={index} measure={virtualizer.measureElement} />
        ))}
        <VirtualSpacer height={heightAfter} />
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
          {rowText(entry.row)}
        </td>
        <td {...tableRoles.cell} className={classes.note} data-bad={entry.isBad}>
          <span>{entry.text}</span>
          {entry.action}
        </td>
      </tr>
    </tbody>
  );
}
