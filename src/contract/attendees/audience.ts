import { z } from 'zod';
import { registrationStatus } from '../registrations/places.ts';
import { id } from '../wire-text.ts';
import { matchingSchema } from './submission.ts';

/** The most people that one mailing is sent to. */
export const PEOPLE_MAX = 100_000;
const EVENTS_MAX = 1_000;
/** How many rows of a table can be selected. */
export const MARKED_MAX = 1_000;

/** `service`: about an event that people signed up for; `marketing`: what they agreed to. */
export const purposeSchema = z.enum(['service', 'marketing']);

/** Whom a mailing is for; a marketing form has neither events nor statuses. */
export const audienceSchema = matchingSchema.extend({
  events: z.union([z.literal('all'), z.array(id).max(EVENTS_MAX)]).optional(),
  statuses: z.array(registrationStatus).min(1).max(registrationStatus.options.length).optional(),
  ids: z.array(id).min(1).max(MARKED_MAX).optional(),
});

/** Why people who match get none, by the first reason that applies: always `matched` = `people` + those skipped. */
export const audienceCountsSchema = z.object({
  matched: z.int(),
  people: z.int(),
  left_out: z.object({ no_address: z.int(), duplicate: z.int(), refused: z.int(), no_consent: z.int(), unsubscribed: z.int() }),
});

export type Purpose = z.infer<typeof purposeSchema>;
export type Audience = z.infer<typeof audienceSchema>;
export type AudienceCounts = z.infer<typeof audienceCountsSchema>;
