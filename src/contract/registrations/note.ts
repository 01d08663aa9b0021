import { z } from 'zod';
import { text } from '../wire-text.ts';

export const NOTE_MAX_LENGTH = 1_000;

export const note = text(NOTE_MAX_LENGTH).nullable().default(null);

/** Whether people are notified by mail of an action by staff, with an optional note. */
export const withMail = z.object({ tell: z.boolean().default(false), note });

export type Notice = z.infer<typeof withMail>;
