import { z } from 'zod';
import { moment, text } from '../wire-text.ts';
import { NOTE_MAX_LENGTH } from './note-length.ts';

/** What people know of an event and are told when it changes. */
export const toldValuesSchema = z.object({
  event_title: z.string(),
  date: moment.nullable(),
  end_date: moment.nullable(),
  venue: z.string().nullable(),
  venue_address: z.string().nullable(),
  join_url: z.string().nullable(),
});

/** What has changed since people were last told, and how many of each status do not know it. */
export const untoldSchema = z.object({
  changes: z.object({ before: toldValuesSchema, now: toldValuesSchema }),
  confirmed: z.int(),
  offered: z.int(),
  waiting: z.int(),
});

/** What staff add to a mail. */
export const note = text(NOTE_MAX_LENGTH).nullable().default(null);

/** Whether people are told by mail that an event does not take place; older clients send nothing. */
export const deletionSchema = z.object({ tell: z.boolean().default(false), note }).nullish();

/** How many registrations are told of, when that was asked for. */
export const deletionAnswer = { told: z.int().optional() };

export type ToldValues = z.infer<typeof toldValuesSchema>;
export type PendingChange = z.infer<typeof untoldSchema>;
export type Deletion = z.infer<typeof deletionSchema>;
