import { Button } from '@mantine/core';
import { IconDownload, IconRefresh } from '#admin/ui/layout/icons.tsx';
import { saveFile } from '#admin/ui/loading/save-file.ts';
import { tableRoles } from '#admin/ui/table/table-roles.ts';
import { VirtualTable } from '#admin/ui/table/virtual-table.tsx';
import { counted, formatCount } from '#contract/texts/counts.ts';
import type { ImportDraft } from '../import-draft.ts';
import type { PlannedRow } from '../rows/import-plan.ts';
import classes from './not-imported.module.css';
import { rejectedFile, rejectedFileName, type RejectedRow } from './rejected-file.ts';

const ROW_HEIGHT = 40;

interface NotImportedProps {
  draft: ImportDraft;
  rejected: readonly RejectedRow[];
  onRetry: (row: PlannedRow) => void;
}

const HEADINGS = ['Line', 'Row', 'Reason'];

const lineOf = ({ row: { row } }: RejectedRow): number => row.line;

function rowText({ row: { values } }: PlannedRow): string {
  const name = `${values.first_name ?? ''} ${values.last_name ?? ''}`.trim();
  return `${name === '' ? 'No name' : name}, ${values.email === '' ? 'no address' : (values.email ?? '')}`;
}

/** The rows that were not imported, with reasons: to be read, retried or taken along as a file. */
export function NotImported({ draft, rejected, onRetry }: NotImportedProps) {
  const label =
    rejected.length === 1 ? 'Download this row, with the reason' : `Download these ${counted(rejected.length, 'row')}, with reasons`;
  return (
    <>
      <div className={classes.bar}>
        <h3>Not imported</h3>
        <Button
          className={classes.download}
          variant="subtle"
          color="gray"
          size="xs"
          fw={400}
          leftSection={<IconDownload />}
          onClick={() => saveFile(rejectedFile(draft, rejected), rejectedFileName(draft.file.name))}
        >
          {label}
        </Button>
      </div>
      <VirtualTable
        label="Not imported"
        classes={classes}
        tabIndex={0}
        head={HEADINGS.map((heading) => (
          <th key={heading} {...tableRoles.header} scope="col">
            {heading}
          </th>
        ))}
        rows={rejected}
        idOf={lineOf}
        total={rejected.length}
        rowHeight={ROW_HEIGHT}
      >
        {({ row, reason, hasFailed }, ariaRowIndex) => (
          <tr {...tableRoles.row} className={classes.grid} aria-rowindex={ariaRowIndex}>
            <td {...tableRoles.cell} className={classes.line}>
              {formatCount(row.row.line)}
            </td>
            <td {...tableRoles.cell} dir="auto">
              {rowText(row)}
            </td>
            <td {...tableRoles.cell} className={classes.note} data-bad={hasFailed}>
              <span>{reason}</span>
              {hasFailed ? (
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconRefresh size={14} stroke={1.75} />}
                  aria-label={`Retry line ${formatCount(row.row.line)}`}
                  onClick={() => onRetry(row)}
                >
                  Retry
                </Button>
              ) : null}
            </td>
          </tr>
        )}
      </VirtualTable>
    </>
  );
}
