import type { ReactNode } from 'react';
import { formatCount } from '#admin/ui/format/counts.ts';
import { tableRoles } from '#admin/ui/table/table-roles.ts';
import { VirtualTable } from '#admin/ui/table/virtual-table.tsx';
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

const lineOf = ({ row }: RowEntry): number => row.line;

const rowText = ({ values }: ImportRow): string =>
  `${values.first_name ?? ''} ${values.last_name ?? ''}, ${values.email === '' ? 'no address' : (values.email ?? '')}`;

/** A virtual table of rows of the file with their line numbers. */
export function RowTable({ label, noteHeading, entries }: RowTableProps) {
  return (
    <VirtualTable
      label={label}
      classes={classes}
      tabIndex={0}
      head={['Line', 'Row', noteHeading].map((heading) => (
        <th key={heading} {...tableRoles.header} scope="col">
          {heading}
        </th>
      ))}
      rows={entries}
      idOf={lineOf}
      total={entries.length}
      rowHeight={ROW_HEIGHT}
    >
      {({ row, text, isBad, action }, ariaRowIndex) => (
        <tr {...tableRoles.row} className={classes.grid} aria-rowindex={ariaRowIndex}>
          <td {...tableRoles.cell} className={classes.line}>
            {formatCount(row.line)}
          </td>
          <td {...tableRoles.cell} dir="auto">
            {rowText(row)}
          </td>
          <td {...tableRoles.cell} className={classes.note} data-bad={isBad}>
            <span>{text}</span>
            {action}
          </td>
        </tr>
      )}
    </VirtualTable>
  );
}
