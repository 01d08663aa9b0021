import { Button, Group } from '@mantine/core';
import { IconRefresh } from '#admin/ui/layout/icons.tsx';
import { toolButtonProps } from '#admin/ui/layout/tool-button.tsx';
import { IconDownload } from '#admin/ui/layout/tool-icons.tsx';
import { csvFile, saveFile } from '#admin/ui/save-file.ts';
import { DataGrid, GridCell, type GridColumn, GridRow } from '#admin/ui/table/data-grid.tsx';
import { counted, formatCount } from '#contract/texts/counts.ts';
import type { ImportDraft, PlannedRow } from '../rows/import-plan.ts';
import classes from './not-imported.module.css';

/** A row that is not in the event, or was not updated. */
export interface RejectedRow {
  readonly row: PlannedRow;
  readonly reason: string;
  readonly hasFailed: boolean;
}

const rejectedFileName = (name: string): string => `${name.replace(/\.(?:csv|tsv|txt|xlsx?)$/i, '')} - not imported.csv`;

/** A whole name as in the file, or corrected so that it is split in the same way again. */
function nameCell({ values, written }: PlannedRow['row'], cell: string): string {
  const { first_name: first = '', last_name: last = '' } = values;
  return first === written.first_name && last === written.last_name ? cell : `${last}, ${first}`;
}

/** Rows that were not imported, with all columns of their file, corrections and the reason, to complete and upload. */
function rejectedFile({ file, columns }: ImportDraft, rejected: readonly RejectedRow[]): Blob {
  const records = new Map(file.records.map((record) => [record.line, record.cells]));
  const rows = rejected.map(({ row: { row }, reason }) => {
    const cells = records.get(row.line) ?? [];
    const cellOf = (key: string, cell = '') => (key === '_name' ? nameCell(row, cell) : (row.values[key] ?? cell));
    return [...columns.map(({ target }, index) => cellOf(target?.key ?? '', cells[index])), reason, ...cells.slice(columns.length)];
  });
  return csvFile([[...file.header, 'reason'], ...rows]);
}

const ROW_HEIGHT = 40;

interface NotImportedProps {
  draft: ImportDraft;
  rejected: readonly RejectedRow[];
  onRetry: (row: PlannedRow) => void;
}

const LINE: GridColumn = { id: 'line', label: 'Line', track: '4rem', isNumber: true, card: 'number' };
const ROW: GridColumn = { id: 'row', label: 'Row', track: 'minmax(0, 1fr)' };
const REASON: GridColumn = { id: 'reason', label: 'Reason', track: 'minmax(0, 1.35fr)' };
const lineOf = ({ row: { row } }: RejectedRow): number => row.line;

function rowText({ row: { values } }: PlannedRow): string {
  const name = `${values.first_name ?? ''} ${values.last_name ?? ''}`.trim();
  return `${name === '' ? 'No name' : name}, ${values.email === '' ? 'no address' : (values.email ?? '')}`;
}

export function NotImported({ draft, rejected, onRetry }: NotImportedProps) {
  const label =
    rejected.length === 1 ? 'Download this row, with the reason' : `Download these ${counted(rejected.length, 'row')}, with reasons`;
  return (
    <>
      <Group justify="space-between" gap="4px 16px" mt={20} mb={8}>
        <h3 data-text="label">Not imported</h3>
        <Button
          {...toolButtonProps}
          mx={-8}
          leftSection={<IconDownload />}
          onClick={() => saveFile(rejectedFile(draft, rejected), rejectedFileName(draft.file.name))}
        >
          {label}
        </Button>
      </Group>
      <DataGrid
        label="Not imported"
        className={classes.rows ?? ''}
        data-box="frame"
        data-fixed
        columns={[LINE, ROW, REASON]}
        cardTracks="[number] 3.25rem [lead] minmax(0, 1fr)"
        tabIndex={0}
        rows={rejected}
        idOf={lineOf}
        total={rejected.length}
        rowHeight={ROW_HEIGHT}
      >
        {({ row, reason, hasFailed }) => (
          <GridRow>
            <GridCell column={LINE} data-text="quiet">
              {formatCount(row.row.line)}
            </GridCell>
            <GridCell column={ROW} dir="auto">
              {rowText(row)}
            </GridCell>
            <GridCell column={REASON} data-row="between">
              <span data-text={hasFailed ? 'bad' : undefined}>{reason}</span>
              {hasFailed ? (
                <Button
                  data-fixed
                  my={-5}
                  variant="default"
                  size="xs"
                  leftSection={<IconRefresh size={14} />}
                  aria-label={`Retry line ${formatCount(row.row.line)}`}
                  onClick={() => onRetry(row)}
                >
                  Retry
                </Button>
              ) : null}
            </GridCell>
          </GridRow>
        )}
      </DataGrid>
    </>
  );
}
