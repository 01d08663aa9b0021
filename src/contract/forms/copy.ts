import { z } from 'zod';
import { endpoint, staffAdd } from '../endpoint.ts';
import { SHIFT_EXPECTED, TOO_MANY_TO_COPY } from '../texts/copy.ts';
import { id } from '../wire-text.ts';
import { titleSchema } from './event-series.ts';

export const COPIED_EVENTS_MAX = 500;
export const EVENTS_OF_SERIES_MAX = 2_000;
const SHIFT_DAYS_MAX = 3_650;

/** `shift_days` moves the dates of the copied events on the wall clock of the server's `TIME_ZONE`. */
export const seriesCopySchema = titleSchema.extend({
  events: z.union([z.enum(['all', 'visible', 'none']), z.array(id).max(COPIED_EVENTS_MAX, TOO_MANY_TO_COPY)]),
  shift_days: z.int(SHIFT_EXPECTED).min(-SHIFT_DAYS_MAX, SHIFT_EXPECTED).max(SHIFT_DAYS_MAX, SHIFT_EXPECTED).default(0),
  show_on_form: z.boolean().default(false),
});

export const copiedFormSchema = z.object({ id, title: z.string(), fields_count: z.int() });

export const copyCalls = {
  copySeries: endpoint(staffAdd, '/event_series/:id/copy', {
    body: seriesCopySchema,
    response: copiedFormSchema.extend({ events_count: z.int() }),
    summary: 'Copy a series with its settings, its fields and, on request, its events, whose dates can be moved',
  }),
  copyForm: endpoint(staffAdd, '/form/:id/copy', {
    body: titleSchema,
    response: copiedFormSchema,
    summary: 'Copy a marketing form with its settings and fields',
  }),
} as const;

export type SeriesCopy = z.infer<typeof seriesCopySchema>;
export type CopiedForm = z.infer<typeof copiedFormSchema>;
