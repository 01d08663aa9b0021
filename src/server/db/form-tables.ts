import { sql } from 'kysely';
import type { FormRef } from '#contract/form-ref.ts';

/** The tables of series and marketing forms. */
export const FORM_TABLES = { series: 'event_series', form: 'marketing_forms' } as const;

/** The columns by which other tables refer to their series or form; one of the two is null. */
export const FORM_COLUMNS = { series: 'series_id', form: 'form_id' } as const;

/** The views of their forms, one row for each UTC day that has any. */
export const VIEW_TABLES = { series: 'view_counts', form: 'form_view_counts' } as const;

/** What an error calls a series or form that does not exist. */
export const FORM_NAMES = { series: 'Event series', form: 'Form' } as const;

/** Whether a row of `table`, or of the only table that has the column, belongs to this form. */
export const isOf = ({ kind, id }: FormRef, table?: string) =>
  sql<boolean>`${sql.ref(table === undefined ? FORM_COLUMNS[kind] : `${table}.${FORM_COLUMNS[kind]}`)} = ${id}`;
