import Papa from 'papaparse';
import { defuseCell } from '#contract/rules/csv-cell.ts';
import { activeFields } from '#contract/rules/public-fields.ts';
import { type ImportTarget, PERSON_COLUMNS } from '../columns/column-targets.ts';

// Without it Excel reads the file as Windows-1252.
const BYTE_ORDER_MARK = '\ufeff';

export const TEMPLATE_NAME = 'attendees-template.csv';

/** A header row with the columns of an export. It has no example row, which could be imported by mistake. */
export function templateFile({ event, fields }: ImportTarget): Blob {
  const inFormOrder = activeFields(fields, [event], [event.id]).toSorted((a, b) => a.order - b.order);
  const keys = [...PERSON_COLUMNS.map(({ key }) => key), ...inFormOrder.map(({ name }) => name)];
  return new Blob([BYTE_ORDER_MARK, Papa.unparse([keys.map(defuseCell)], { quotes: true }), '\r\n'], { type: 'text/csv;charset=utf-8' });
}
