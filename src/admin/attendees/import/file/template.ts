import { csvFile } from '#admin/ui/format/csv-file.ts';
import { activeFields } from '#contract/rules/public-fields.ts';
import { type ImportTarget, PERSON_COLUMNS } from '../columns/column-targets.ts';

export const TEMPLATE_NAME = 'attendees-template.csv';

/** A header row with the columns of an export. It has no example row, which could be imported by mistake. */
export function templateFile({ event, fields }: ImportTarget): Blob {
  const inFormOrder = activeFields(fields, [event], [event.id]).toSorted((a, b) => a.order - b.order);
  return csvFile([[...PERSON_COLUMNS.map(({ key }) => key), ...inFormOrder.map(({ name }) => name)]]);
}
