import { z } from 'zod';
import { text } from '../wire-text.ts';

export const NOTE_MAX_LENGTH = 1_000;

export const note = text(NOTE_MAX_LENGTH).nullable().default(null);

/** Whether an action by staff is announced by mail, with an optional note. */
export const withMail = z.object({ tell: z.boolean().default(false), note });

export type WithMail = z.infer<typeof withMail>;
