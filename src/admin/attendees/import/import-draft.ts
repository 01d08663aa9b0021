import { z } from 'zod';
import { type ImportTarget, targetsOf } from './columns/column-targets.ts';
import { type Column, guessColumns } from './columns/guess-columns.ts';
import { readRememberedColumns } from './columns/remembered-columns.ts';
import type { ImportFile } from './file/read-file.ts';
import { DEFAULT_CHOICES, type ImportChoices } from './rows/import-plan.ts';
import { type Cells, NO_EDITS, type ImportEdits } from './rows/import-rows.ts';
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
  const matches = Object.entries(obviousMatches(unmatched)).map(([key, matched]): [string, Cells] => [
    key,
    { ...matched, ...draft.edits.matches[key] },
  ]);
  return { ...draft, columns, unmatched, edits: { ...draft.edits, matches: Object.fromEntries(matches) } };
}

export const newDraft = (file: ImportFile, seriesId: string, target: ImportTarget): ImportDraft =>
  withColumns(
    { file, columns: [], unmatched: [], edits: NO_EDITS, choices: DEFAULT_CHOICES },
    guessColumns(file, targetsOf(target), readRememberedColumns(seriesId)),
  );

/** What outlives a session that ends. JSON has no maps, and no function that reads the file in another encoding. */
export const keptSchema = z.object({
  step: z.enum(['Columns', 'Rows']),
  draft: z.custom<ImportDraft>(),
  cells: z.custom<[number, Cells][]>(Array.isArray),
  leftOut: z.custom<[number, boolean][]>(Array.isArray),
});
export type KeptImport = z.infer<typeof keptSchema>;

export function keepImport(step: KeptImport['step'], draft: ImportDraft): KeptImport {
  const { cells, leftOut } = draft.edits;
  const { guessed: _guessed, ...file } = draft.file;
  return { step, draft: { ...draft, file }, cells: [...cells], leftOut: [...leftOut] };
}

export const restoreImport = ({ draft, cells, leftOut }: KeptImport): ImportDraft => ({
  ...draft,
  edits: { ...draft.edits, cells: new Map(cells), leftOut: new Map(leftOut) },
});
