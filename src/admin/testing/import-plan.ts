import { targetsOf } from '#admin/attendees/import/columns/column-targets.ts';
import { guessColumns } from '#admin/attendees/import/columns/guess-columns.ts';
import { originOf } from '#admin/attendees/import/columns/known-tools.ts';
import { readImportFile } from '#admin/attendees/import/file/read-file.ts';
import { DEFAULT_CHOICES, planImport } from '#admin/attendees/import/rows/import-plan.ts';
import { bodyOf, createRowCheck, NO_EDITS } from '#admin/attendees/import/rows/import-rows.ts';

export const PLAIN_EVENT = { event: { id: 'event', event_title: 'Open day', date: null, brunch_event: false }, fields: [] };

/** What the dialog would do with a file by its defaults: each row with its details, consent and outcome. */
export async function planOf(content: string | Uint8Array<ArrayBuffer>, name = 'list.csv') {
  const file = await readImportFile(new File([content], name), PLAIN_EVENT);
  const columns = guessColumns(file, targetsOf(PLAIN_EVENT), {});
  const { tool, lastCounts, allAre } = originOf(file);
  const rows = createRowCheck(file.records, columns, allAre)(NO_EDITS);
  const planned = planImport(rows, { columns, edits: NO_EDITS, existing: new Map(), choices: DEFAULT_CHOICES, canWait: true, lastCounts });
  return {
    tool,
    plan: planned.map(({ row, action }) => {
      const { first_name, last_name, email, job_title, organisation, accepts_marketing: accepts } = bodyOf(row, 'not_accepting');
      const outcome = action.kind === 'add' ? (action.as ?? 'add') : '';
      const reason = 'reason' in action ? action.reason : '';
      return [first_name, last_name, email, job_title, organisation, accepts ? 'accepts' : '', outcome + reason].join('|');
    }),
  };
}
