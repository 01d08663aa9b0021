import { z } from 'zod';
import { stored } from '#admin/browser-storage.ts';
import type { Column, RememberedColumns } from './guess-columns.ts';
import { plainHeader } from './synonyms.ts';

const remembered = (seriesId: string) => stored(`turnout:import-columns:${seriesId}`, z.record(z.string(), z.string()), 'local');

/** Whether a name, as `plainHeader` gives it, describes a column; the numbers of columns without a name occur in any file. */
const isName = (name: string): boolean => name !== '' && !/^column\d+$/.test(name);

export const readRememberedColumns = (seriesId: string): RememberedColumns =>
  Object.fromEntries(Object.entries(remembered(seriesId).read() ?? {}).filter(([name]) => isName(name)));

/** Remembers the choices, and keeps those for headers that this file does not have. */
export function rememberColumns(seriesId: string, columns: readonly Column[]): void {
  // Other columns that are not imported were not chosen: they may be empty.
  const named = columns.filter(
    ({ header, target, isByHand }) => isName(plainHeader(header)) && (target !== undefined || isByHand === true),
  );
  // Among columns with the same name, the imported one counts.
  const chosen = named.toSorted((a, b) => Number(a.target !== undefined) - Number(b.target !== undefined));
  const entries = chosen.map(({ header, target }) => [plainHeader(header), target?.key ?? ''] as const);
  remembered(seriesId).write({ ...readRememberedColumns(seriesId), ...Object.fromEntries(entries) });
}
