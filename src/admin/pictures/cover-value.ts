import { z } from 'zod';
import { type Cover, coverSchema } from '#contract/forms/public-face.ts';

/** A cover as typed: its description is kept while it is marked as decorative. */
export const coverValueSchema = coverSchema.extend({ alt: z.string(), isDecoration: z.boolean() }).nullable();

export type CoverValue = z.infer<typeof coverValueSchema>;

export const coverCodec = z.codec(coverValueSchema, z.custom<Cover | null>(), {
  encode: (cover) => cover && { ...cover, isDecoration: cover.alt === '' },
  decode: (value) => value && { large: value.large, small: value.small, alt: value.isDecoration ? '' : value.alt },
});

/** What a typed cover lacks: a description for people who cannot see it. */
export const coverProblems = (value: CoverValue | undefined): Record<string, string> =>
  value && !value.isDecoration && value.alt.trim() === '' ? { 'cover.alt': 'Please describe the picture, or tick ‘Decorative’' } : {};
