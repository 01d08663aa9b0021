import { Checkbox } from '@mantine/core';
import { memo, useEffect, useMemo, useRef } from 'react';
import { DataGrid, GridCell, type GridColumn, GridRow } from '#admin/ui/table/data-grid.tsx';
import { GridInput } from '#admin/ui/table/grid-input.tsx';
import { didYouMean } from '#contract/rules/address-suggestion.ts';
import { isLong } from '#contract/rules/field-types.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { carriedOver, notConfirmed, ONLY_ONE_NAME } from '#contract/texts/import.ts';
import type { ColumnTarget } from '../columns/column-targets.ts';
import { type CellPlace, hasLostCharacters, type PlannedRow, sameAs } from './import-plan.ts';
import { type ImportRow, ROW } from './import-rows.ts';
import classes from './rows-table.module.css';
import { answerOptions } from './value-matches.ts';

interface RowCellProps {
  row: ImportRow;
  target: ColumnTarget;
  onCorrect: (value: string) => void;
}

/** A cell of a row to be imported. Escape reverts the correction. */
function RowCell({ row, target: { key, label, field }, onCorrect }: RowCellProps) {
  const value = row.values[key] ?? '';
  const written = row.written[key] ?? '';
  const isChanged = row.values[key] !== row.written[key];
  const options = field === undefined ? undefined : answerOptions(field);
  return (
    <GridInput
      label={`${label}, line ${row.line}`}
      choices={options && [...new Set(['', value, ...options])].map((each) => ({ value: each, label: each }))}
      isLong={field === undefined ? key === 'message' : isLong(field)}
      value={value}
      reason={row.problems[key]}
      // Otherwise Escape closes the dialog.
      data-mantine-stop-propagation={isChanged}
      data-line={row.line}
      data-key={key}
      onChange={onCorrect}
      onRestore={() => {
        if (isChanged) onCorrect(written);
      }}
    />
  );
}

const ROW_HEIGHT = 41;

interface EditActions {
  onCorrect: (row: ImportRow, key: string, value: string) => void;
  onSkip: (planned: PlannedRow, isSkipped: boolean) => void;
}

interface RowsTableProps extends EditActions {
  label: string;
  rows: readonly PlannedRow[];
  targets: readonly ColumnTarget[];
  focus: CellPlace | undefined;
}

const LINE: GridColumn = { id: ':line', label: 'Line', track: '3.5rem', isNumber: true, card: 'number' };
const SKIP: GridColumn = { id: ':skip', label: 'Skip', track: '6rem' };
/** Below the other cells. */
const NOTE: GridColumn = { id: ':note', label: '', track: '' };
const BELOW = { gridColumn: '2 / -1', padding: '0 12px 8px', font: 'var(--t-type-xs)' };

interface TargetColumn extends GridColumn {
  readonly target: ColumnTarget;
}

const CARDS: Readonly<Record<string, GridColumn['card']>> = { first_name: 'lead', last_name: 'corner', email: 'line' };

function columnOf(target: ColumnTarget): TargetColumn {
  const { key, field, label } = target;
  const narrow = field === undefined ? 'minmax(7rem, 1fr)' : 'minmax(8.5rem, 1fr)';
  return { id: key, label, track: key === 'email' ? 'minmax(12.5rem, 1.6fr)' : narrow, card: CARDS[key] ?? 'marked', target };
}

/** By hand or by the choices for all rows. */
const isSkipped = ({ action }: PlannedRow): boolean => action.kind === 'skip';

const idOf = ({ row }: PlannedRow): string => String(row.line);

/** The rows of the file with correctable cells; virtual, since a file may have 20,000. */
export function RowsTable({ label, rows, targets, focus, onCorrect, onSkip }: RowsTableProps) {
  const scroller = useRef<HTMLElement>(null);
  useEffect(() => {
    const table = scroller.current;
    if (focus === undefined || table === null) return;
    if (table.scrollHeight > table.clientHeight) table.scrollIntoView({ block: 'nearest' });
  }, [focus]);
  const columns = useMemo(() => targets.map(columnOf), [targets]);
  return (
    <DataGrid
      ref={scroller}
      label={label}
      className={classes.rows ?? ''}
      data-box="frame"
      data-fixed
      columns={[LINE, ...columns, SKIP]}
      cardTracks="[number] 3.5rem [lead] 1fr [corner] 1fr"
      rows={rows}
      idOf={idOf}
      total={rows.length}
      rowHeight={ROW_HEIGHT}
      startAt={focus === undefined ? undefined : String(focus.line)}
    >
      {(planned) => (
        <TableRow
          planned={planned}
          columns={columns}
          focus={focus?.line === planned.row.line ? focus : undefined}
          onCorrect={onCorrect}
          onSkip={onSkip}
        />
      )}
    </DataGrid>
  );
}

interface TableRowProps extends EditActions, Pick<RowsTableProps, 'focus'> {
  columns: readonly TargetColumn[];
  planned: PlannedRow;
}

/** What happens to the registration according to the file. */
function stateNote({ row: { registration }, action }: PlannedRow): string {
  if (registration === undefined) return '';
  return action.kind === 'add' && action.as !== undefined ? carriedOver(action.as) : notConfirmed(registration);
}

/** What is wrong with the whole row, or what to do without a last name. */
const problemNote = ({ problems, values }: ImportRow): string =>
  problems[ROW] ?? (values.last_name === '' && (values.first_name ?? '') !== '' ? ONLY_ONE_NAME : '');

function noteOf(planned: PlannedRow): string {
  const { row, isExisting, repeatOf } = planned;
  const notes = [
    problemNote(row),
    row.meant === undefined ? '' : didYouMean(row.meant),
    stateNote(planned),
    isExisting ? 'Already in this event' : '',
    repeatOf === undefined ? '' : sameAs(repeatOf),
    row.further === '' ? '' : `Also in this cell: ${row.further}`,
    row.saysNo ? 'Says no to marketing' : '',
    row.hasUnsubscribed ? 'Has unsubscribed' : '',
    hasLostCharacters(row) ? 'Letters may be garbled (?, Ã¼), or a number cut short (E+)' : '',
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
  isSkipped(before.planned) === isSkipped(now.planned) &&
  before.planned.isSkippedByChoices === now.planned.isSkippedByChoices &&
  before.focus === now.focus &&
  before.columns === now.columns;

/** One row of the file. Memoized, since the others stay while one is typed in. */
const TableRow = memo(function TableRow({ planned, columns, focus, onCorrect, onSkip }: TableRowProps) {
  const { row } = planned;
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (focus === undefined) return;
    const inputs = [...(element.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
    (inputs.find((input) => input.dataset.key === focus.key) ?? inputs[0])?.focus();
  }, [focus]);
  const note = noteOf(planned);
  return (
    <GridRow ref={element} data-skipped={isSkipped(planned)}>
      <GridCell column={LINE} style={{ alignSelf: 'center', padding: '10px 12px' }} data-text="quiet">
        {formatCount(row.line)}
      </GridCell>
      {columns.map((column) => (
        <GridCell key={column.id} column={column} mark={isSkipped(planned) ? undefined : markOf(row, column.id)}>
          <RowCell row={row} target={column.target} onCorrect={(value) => onCorrect(row, column.id, value)} />
        </GridCell>
      ))}
      <GridCell column={SKIP} className={classes.skip}>
        <Checkbox
          aria-label={`Skip line ${row.line}`}
          label={<span data-tablet="only">Skip</span>}
          checked={isSkipped(planned)}
          onChange={(event) => onSkip(planned, event.currentTarget.checked)}
        />
      </GridCell>
      {note === '' ? null : (
        <GridCell column={NOTE} style={BELOW} data-text={row.problems[ROW] === undefined ? 'quiet' : 'bad'}>
          {note}
        </GridCell>
      )}
    </GridRow>
  );
}, hasSameProps);
