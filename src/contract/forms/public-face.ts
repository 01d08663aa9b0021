import { z } from 'zod';
import { trimmedOrNull } from '../rules/text.ts';
import { id, line, optionalLine, requiredLine } from '../wire-text.ts';

export const ALT_MAX_LENGTH = 200;
export const SPEAKERS_MAX = 12;
export const SPEAKER_NAME_MAX_LENGTH = 80;
export const SPEAKER_ROLE_MAX_LENGTH = 120;

/** The SHA-256 of a stored picture. */
export const pictureId = z.string().regex(/^[\da-f]{64}$/);

/** The picture of a series or marketing form in two sizes; `alt` describes it, and is empty if it is decorative. */
export const coverSchema = z.object({ large: pictureId, small: pictureId, alt: line(ALT_MAX_LENGTH).transform((alt) => alt.trim()) });

export const themeSchema = z.object({
  accent: z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'Please enter a colour such as #0f766e')
    .nullable(),
  font: z.enum(['system', 'serif', 'narrow']),
  scheme: z.enum(['auto', 'light', 'dark']),
  logo: pictureId.nullable(),
});

/** People who speak at the events of a series, in the order of the page. */
export const speakersSchema = z
  .array(
    z.object({
      id,
      name: requiredLine('Please enter a name', SPEAKER_NAME_MAX_LENGTH).transform((name) => name.trim()),
      role: optionalLine(SPEAKER_ROLE_MAX_LENGTH).transform(trimmedOrNull),
      picture: pictureId.nullable(),
    }),
  )
  .max(SPEAKERS_MAX, `Please add at most ${SPEAKERS_MAX} speakers`);

/** How a series or marketing form presents itself, besides its description. */
export const faceSettings = { cover: coverSchema.nullable(), theme: themeSchema.nullable(), in_search: z.boolean() };

export const speakerIds = z.array(id).max(SPEAKERS_MAX);

export type Cover = z.infer<typeof coverSchema>;
export type Theme = z.infer<typeof themeSchema>;
export type Speaker = z.infer<typeof speakersSchema>[number];
