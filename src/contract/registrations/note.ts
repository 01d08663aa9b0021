import { z } from 'zod';
import { text } from '../wire-text.ts';

export const NOTE_MAX_LENGTH = 1_000;

export const note = text(NOTE_MAX_LENGTH).nullable().default(null);

/** Whether people are notified by mail of what staff do, and the mail's additional note. */
export const withMail = z.object({ tell: z.boolean().default(false), note });

export type Notice = z.infer<typeof withMail>;
