import { z } from 'zod';
import { line } from '../wire-text.ts';

const ALT_MAX_LENGTH = 200;

/** The SHA-256 of a stored picture. */
export const pictureId = z.string().regex(/^[\da-f]{64}$/);

/** The picture of a series or marketing form in two sizes; `alt` says in words what it shows, and is empty for mere decoration. */
export const coverSchema = z.object({ large: pictureId, small: pictureId, alt: line(ALT_MAX_LENGTH) });

export type Cover = z.infer<typeof coverSchema>;
