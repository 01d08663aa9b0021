import { Checkbox } from '@mantine/core';
import { memo, useEffect, useRef } from 'react';
import { tableRoles } from '#admin/ui/table/table-roles.ts';
import { VirtualTable } from '#admin/ui/table/virtual-table.tsx';
import { formatCount } from '#contract/texts/counts.ts';
import { notConfirmed } from '#contract/texts/import.ts';
import type { ColumnTarget } from '../columns/column-targets.ts';
import type { PlannedRow } from './import-plan.ts';
import { type ImportRow, ROW } from './import-rows.ts';
import { RowCell } from './row-cell.tsx';
import classes from './rows-table.module.css';

const ROW_HEIGHT = 41;

/** A cell to be focused. */
export interface CellPlace {
  readonly line: number;
  readonly key: string;
}

interface RowActions {
  onCorrect: (row: ImportRow, key: string, value: string) => void;
  onLeaveOut: (planned: PlannedRow, isLeftOut: boolean) => void;
}

interface RowsTableProps extends RowActions {
  label: string;
  rows: readonly PlannedRow[];
  targets: readonly ColumnTarget[];
  /** Shown and focused whenever it changes. */
  focus: CellPlace | undefined;
}

const widthOf = ({ key, field }: ColumnTarget): string => {
  if (key === 'email') return 'minmax(12.5rem, 1.6fr)';
  return field === undefined ? 'minmax(7rem, 1fr)' : 'minmax(8.5rem, 1fr)';
};

/** By hand or by the choices for all rows. */
const isLeftOut = ({ action }: PlannedRow): boolean => action.kind === 'skip';

const idOf = ({ row }: PlannedRow): string => String(row.line);

/** The rows of the file with cells to be corrected; virtual, since a file may have 20,000. */
export function RowsTable({ label, rows, targets, focus, onCorrect, onLeaveOut }: RowsTableProps) {
  const scroller = useRef<HTMLElement>(null);
  useEffect(() => {
    const table = scroller.current;
    if (focus === undefined || table === null) return;
    if (table.scrollHeight > table.clientHeight) table.scrollIntoView({ block: 'nearest' });
  }, [focus]);
  const tracks = `3.5rem ${targets.map(widthOf).join(' ')} 5.5rem`;
  return (
    <VirtualTable
      ref={scroller}
      label={label}
      classes={classes}
      style={{ '--tracks': tracks }}
      head={['Line', ...targets.map((target) => target.label), 'Leave out'].map((heading, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two questions may have one label
        <th {...tableRoles.header} key={index} scope="col" dir="auto">
          {heading}
        </th>
      ))}
      rows={rows}
      idOf={idOf}
      total={rows.length}
      rowHeight={ROW_HEIGHT}
      startAt={focus === undefined ? undefined : String(focus.line)}
    >
      {(planned, ariaRowIndex) => (
        <TableRow
          planned={planned}
          ariaRowIndex={ariaRowIndex}
          targets={targets}
          focus={focus?.line === planned.row.line ? focus : undefined}
          onCorrect={onCorrect}
          onLeaveOut={onLeaveOut}
        />
      )}
    </VirtualTable>
  );
}

interface TableRowProps extends RowActions, Pick<RowsTableProps, 'targets' | 'focus'> {
  planned: PlannedRow;
  ariaRowIndex: number;
}

function noteOf({ row, isExisting, repeatOf }: PlannedRow): string {
  const notes = [
    row.problems[ROW] ?? '',
    row.registration === undefined ? '' : notConfirmed(row.registration),
    isExisting ? 'Already in this event' : '',
    repeatOf === undefined ? '' : `Same address as line ${formatCount(repeatOf)}`,
    row.saysNo ? 'Says no to marketing' : '',
  ];
  return notes.filter((note) => note !== '').join('. ');
}

function markOf(row: ImportRow, key: string): 'wrong' | 'changed' | undefined {
  if (row.problems[key] !== undefined) return 'wrong';
  return row.values[key] === row.written[key] ? undefined : 'changed';
}

const hasSameProps = (before: TableRowProps, now: TableRowProps): boolean =>
  before.planned.row === now.planned.row &&
  noteOf(before.planned) === noteOf(now.planned) &&
  isLeftOut(before.planned) === isLeftOut(now.planned) &&
  before.planned.isLeftOutByChoices === now.planned.isLeftOutByChoices &&
  before.ariaRowIndex === now.ariaRowIndex &&
  before.focus === now.focus &&
  before.targets === now.targets;

/** One row of the file. Memoized, since the others stay while one is typed in. */
const TableRow = memo(function TableRow({ planned, ariaRowIndex, targets, focus, onCorrect, onLeaveOut }: TableRowProps) {
  const { row } = planned;
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (focus === undefined) return;
    const inputs = [...(element.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
    (inputs.find((input) => input.dataset.key === focus.key) ?? inputs[0])?.focus();
  }, [focus]);
  const note = noteOf(planned);
  return (
    <tr {...tableRoles.row} ref={element} className={classes.grid} data-left-out={isLeftOut(planned)} aria-rowindex={ariaRowIndex}>
      <td {...tableRoles.cell} className={classes.line}>
        {formatCount(row.line)}
      </td>
      {targets.map((target) => (
        <td
          {...tableRoles.cell}
          key={target.key}
          className={classes.cell}
          data-column={target.key}
          data-mark={isLeftOut(planned) ? undefined : markOf(row, target.key)}
        >
          <RowCell row={row} target={target} onCorrect={(value) => onCorrect(row, target.key, value)} />
        </td>
      ))}
      <td {...tableRoles.cell} className={classes.leaveOut}>
        <Checkbox
          aria-label={`Leave out line ${row.line}`}
          label={<span className={classes.phoneOnly}>Leave out</span>}
          checked={isLeftOut(planned)}
          onChange={(event) => onLeaveOut(planned, event.currentTarget.checked)}
        />
      </td>
      {note === '' ? null : (
        <td {...tableRoles.cell} className={classes.note} data-bad={row.problems[ROW] !== undefined}>
          {note}
        </td>
      )}
    </tr>
  );
}, hasSameProps);
