import { z } from 'zod';
import { text } from '../wire-text.ts';
import { NOTE_MAX_LENGTH } from './note-length.ts';

/** What staff add to a mail. */
export const note = text(NOTE_MAX_LENGTH).nullable().default(null);

/** Whether people are notified by mail that an event does not take place; older clients omit it. */
export const deletionSchema = z.object({ tell: z.boolean().default(false), note }).nullish();

/** How many registrations an announcement goes to, when one was asked for. */
export const deletionAnswer = { told: z.int().optional() };

export type Deletion = z.infer<typeof deletionSchema>;
