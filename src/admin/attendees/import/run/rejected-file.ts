import { csvFile } from '#admin/ui/format/csv-file.ts';
import type { ImportDraft } from '../import-draft.ts';
import type { PlannedRow } from '../rows/import-plan.ts';

/** A row that is not in the event, or was not updated. */
export interface RejectedRow {
  readonly row: PlannedRow;
  readonly reason: string;
  readonly hasFailed: boolean;
}

/** `spring - not imported.csv` */
export const rejectedFileName = (name: string): string => `${name.replace(/\.csv$/i, '')} - not imported.csv`;

/** Rows that were not imported, with all columns of their file, corrections and the reason: it can be completed and uploaded. */
export function rejectedFile({ file, columns }: Pick<ImportDraft, 'file' | 'columns'>, rejected: readonly RejectedRow[]): Blob {
  const records = new Map(file.records.map((record) => [record.line, record.cells]));
  const rows = rejected.map(({ row: { row }, reason }) => {
    const cells = records.get(row.line) ?? [];
    return [...columns.map(({ target }, index) => (target === undefined ? (cells[index] ?? '') : (row.values[target.key] ?? ''))), reason];
  });
  return csvFile([[...file.header, 'reason'], ...rows]);
}
