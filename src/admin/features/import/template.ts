import Papa from 'papaparse';
import { activeFields } from '#contract/rules/active-fields.ts';
import { defuseCell } from '#contract/rules/csv-cell.ts';
import { PERSON_COLUMNS } from './match-columns.ts';
import type { ImportTarget } from './read-file.ts';

// Without it Excel takes the file for Windows-1252.
const BYTE_ORDER_MARK = '\ufeff';

/** Name of the template file. */
export const TEMPLATE_NAME = 'attendees-template.csv';

/** An empty file with every column that the event knows: header row only, so that no example is imported by mistake. */
export function templateFile({ event, fields }: ImportTarget): Blob {
  const keys = [...PERSON_COLUMNS.map(({ key }) => key), ...activeFields(fields, [event], [event.id]).map(({ name }) => name)];
  return new Blob([BYTE_ORDER_MARK, Papa.unparse([keys.map(defuseCell)], { quotes: true }), '\r\n'], { type: 'text/csv;charset=utf-8' });
}
