import { targetsOf } from '#admin/attendees/import/columns/column-targets.ts';
import { guessColumns } from '#admin/attendees/import/columns/guess-columns.ts';
import { readCsv } from '#admin/attendees/import/file/read-file.ts';
import { createRowCheck, NO_EDITS } from '#admin/attendees/import/rows/import-rows.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';

export const HEAD = 'first_name,last_name,email';

/** The rows of a CSV file for an event that has these fields, with its columns as they are guessed. */
export function readRows(text: string, fields: PublicField[] = []) {
  const target = { event: { id: 'event', event_title: 'Open day', date: null, brunch_event: false }, fields };
  const file = readCsv(text, target);
  const columns = guessColumns(file, targetsOf(target), {});
  const check = createRowCheck(file.records, columns);
  return { file, columns, check, rows: check(NO_EDITS) };
}
