import { z } from 'zod';
import { endpoint, staffWrite } from './endpoint.ts';
import { pictureId } from './forms/public-face.ts';

/** What a call that takes a picture accepts. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png'] as const;
export const PICTURE_MAX_BYTES = 400_000;
/** The largest logo that a mail can include. */
export const LOGO_MAX_BYTES = 30_000;

const pictureSchema = z.object({ id: pictureId, type: z.enum(PICTURE_TYPES), width: z.int(), height: z.int() });

export const pictureCalls = {
  uploadPicture: endpoint({ ...staffWrite, takesPicture: true }, '/pictures', {
    // A browser's file as sent, and its bytes as received.
    body: z.custom<{ readonly type: string; readonly size: number } | Uint8Array>(),
    response: pictureSchema,
    summary: 'Store a picture of at most 400,000 bytes and 16 to 2,400 pixels each way, for a setting to name within a day',
  }),
} as const;

export type StoredPicture = z.infer<typeof pictureSchema>;
