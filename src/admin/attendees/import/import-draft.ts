import { z } from 'zod';
import { type ImportTarget, targetsOf } from './columns/column-targets.ts';
import { type Column, guessColumns } from './columns/guess-columns.ts';
import { readRememberedColumns } from './columns/remembered-columns.ts';
import type { ImportFile } from './file/read-file.ts';
import { DEFAULT_CHOICES, type ImportChoices } from './rows/import-plan.ts';
import { NO_EDITS, type ImportEdits } from './rows/import-rows.ts';
import { obviousMatches, type UnmatchedValues, unmatchedValues } from './rows/value-matches.ts';

export interface ImportDraft {
  readonly file: ImportFile;
  readonly columns: readonly Column[];
  readonly unmatched: readonly UnmatchedValues[];
  readonly edits: ImportEdits;
  readonly choices: ImportChoices;
}

/** The draft with other columns; values that can only mean one option are matched to it, unless they were matched by hand. */
export function withColumns(draft: ImportDraft, columns: readonly Column[]): ImportDraft {
  const unmatched = unmatchedValues(draft.file.records, columns);
  return { ...draft, columns, unmatched, edits: { ...draft.edits, matches: obviousMatches(unmatched, draft.edits.matches) } };
}

export const newDraft = (file: ImportFile, seriesId: string, target: ImportTarget): ImportDraft =>
  withColumns(
    { file, columns: [], unmatched: [], edits: NO_EDITS, choices: DEFAULT_CHOICES },
    guessColumns(file, targetsOf(target), readRememberedColumns(seriesId)),
  );

/** What outlives the session. */
export const keptSchema = z.object({ step: z.enum(['Columns', 'Rows']), draft: z.custom<ImportDraft>() });
export type KeptImport = z.infer<typeof keptSchema>;

/** JSON has no function that reads the file in another encoding. */
export function keepImport(step: KeptImport['step'], draft: ImportDraft): KeptImport {
  const { guessed: _, ...file } = draft.file;
  return { step, draft: { ...draft, file } };
}
