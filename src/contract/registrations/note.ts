import { z } from 'zod';
import { text } from '../wire-text.ts';

export const NOTE_MAX_LENGTH = 1_000;

export const note = text(NOTE_MAX_LENGTH).nullable().default(null);

/** Whether people are told by mail of what staff do, and what the mail says besides. */
export const withMail = z.object({ tell: z.boolean().default(false), note });
