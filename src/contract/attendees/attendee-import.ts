import { z } from 'zod';
import { endpoint, staffAdd, staffRead, staffWrite } from '../endpoint.ts';
import { isBlank } from '../rules/text.ts';
import { id, line, moment } from '../wire-text.ts';

export const IMPORT_ROWS_MAX = 20_000;
export const FILE_NAME_MAX_LENGTH = 255;

/** An upload that is about to start; its rows follow one by one, each with the header `Batch`. */
export const newImportSchema = z.object({
  file_name: line(FILE_NAME_MAX_LENGTH).refine((name) => !isBlank(name), 'The file has no name'),
  rows: z.int().min(1).max(IMPORT_ROWS_MAX),
  /** How many of the rows update an attendee instead of adding one. */
  updates: z.int().min(0).max(IMPORT_ROWS_MAX).default(0),
});

export const importSchema = z.object({
  id,
  file_name: z.string(),
  /** The name of the person who uploaded it. */
  by: z.string(),
  at: moment,
  rows: z.int(),
  updates: z.int(),
  /** The attendees it added, without any that were deleted by hand. */
  added: z.int(),
  /** The attendees that an undo would remove; 0 when it is too late. */
  untouched: z.int(),
  state: z.enum(['done', 'undoing', 'undone']),
  undone_by: z.string().nullable(),
  undone_at: moment.nullable(),
  removed: z.int(),
  kept: z.int().nullable(),
});

/** An attendee who stays because someone has edited them. */
const keptAttendeeSchema = z.object({ id, name: z.string(), email: z.string(), reason: z.string() });

export const importCalls = {
  listImports: endpoint(staffRead, '/event_series/:id/event/:eventId/imports', {
    response: z.array(importSchema),
    summary: 'The last 100 uploads of CSV files into an event, newest first',
  }),
  addImport: endpoint(staffAdd, '/event_series/:id/event/:eventId/import/add', {
    body: newImportSchema,
    response: z.object({ id }),
    summary: 'Begin an upload; each of its rows is added by a call that names it in the `Batch` header',
  }),
  undoImport: endpoint(staffWrite, '/event_series/:id/event/:eventId/import/:importId/undo', {
    response: z.object({ state: importSchema.shape.state.exclude(['done']) }),
    summary: 'Remove the attendees that an upload added and nobody has edited since: the first immediately, the others in the background',
  }),
  listKept: endpoint(staffRead, '/event_series/:id/event/:eventId/import/:importId/kept', {
    response: z.array(keptAttendeeSchema),
    summary: 'The first 200 attendees who stayed when an upload was undone, because they had been edited since',
  }),
} as const;

export type NewImport = z.infer<typeof newImportSchema>;
export type AttendeeImport = z.infer<typeof importSchema>;
export type KeptAttendee = z.infer<typeof keptAttendeeSchema>;
