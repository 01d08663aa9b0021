import { z } from 'zod';
import { type Column, isRegistration, type RememberedColumns } from './guess-columns.ts';
import { plainHeader } from './synonyms.ts';

const keyOf = (seriesId: string): string => `turnout:import-columns:${seriesId}`;

/** What was chosen for the last file of the series in this browser. */
export function readRememberedColumns(seriesId: string): RememberedColumns {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(localStorage.getItem(keyOf(seriesId)) ?? '{}'));
  } catch {
    return {}; // Storage is switched off, or holds something else.
  }
}

/** Remembers the choices, beside those for headers that this file does not have. */
export function rememberColumns(seriesId: string, columns: readonly Column[]): void {
  const named = columns.filter((column) => plainHeader(column.header) !== '' && !isRegistration(column));
  // Of columns with one name, the one that is imported counts.
  const chosen = named.toSorted((a, b) => Number(a.target !== undefined) - Number(b.target !== undefined));
  const entries = chosen.map(({ header, target }) => [plainHeader(header), target?.key ?? '']);
  try {
    localStorage.setItem(keyOf(seriesId), JSON.stringify({ ...readRememberedColumns(seriesId), ...Object.fromEntries(entries) }));
  } catch {
    // Without storage the columns are guessed again next time.
  }
}
