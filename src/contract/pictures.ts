import { z } from 'zod';
import { endpoint, staffPicture } from './endpoint.ts';
import { line } from './wire-text.ts';

/** What a call that takes a picture accepts. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png'] as const;
export const PICTURE_MAX_BYTES = 400_000;

const ALT_MAX_LENGTH = 200;

/** The SHA-256 of a stored picture. */
const pictureId = z.string().regex(/^[\da-f]{64}$/, 'Please give the ID of a picture');

/** The picture of a series or marketing form in two sizes; `alt` says in words what it shows, and is empty for mere decoration. */
export const coverSchema = z.object({ large: pictureId, small: pictureId, alt: line(ALT_MAX_LENGTH) });

/** A stored picture. */
const pictureSchema = z.object({ id: pictureId, type: z.enum(PICTURE_TYPES), width: z.int(), height: z.int() });

export const pictureCalls = {
  uploadPicture: endpoint(staffPicture, '/pictures', {
    // A file of the browser as it is sent, and its bytes as they arrive.
    body: z.custom<{ readonly type: string; readonly size: number } | Uint8Array>(),
    response: pictureSchema,
    summary: 'Store a picture of at most 400,000 bytes and 16 to 2,400 pixels each way, for a setting to name within a day',
  }),
} as const;

export type Cover = z.infer<typeof coverSchema>;
export type StoredPicture = z.infer<typeof pictureSchema>;
