import { z } from 'zod';
import { id, moment, text } from './wire-text.ts';

/** Highest rating (spec section 9). */
export const RATING_MAX = 5;
/** Longest comment of a visitor. */
export const COMMENT_MAX_LENGTH = 5_000;

const RATING_EXPECTED = `Please rate from 1 to ${RATING_MAX}`;

/** What a visitor of a website sends (decision 22). */
export const newFeedbackSchema = z.object({
  rating: z.int(RATING_EXPECTED).min(1, RATING_EXPECTED).max(RATING_MAX, RATING_EXPECTED),
  comment: text(COMMENT_MAX_LENGTH).nullable().default(null),
});

/** A card of the dashboard (decision 20). */
export const feedbackCardSchema = z.object({ id, title: z.string(), count: z.int() });

export const feedbackEntrySchema = z.object({
  id,
  rating: z.int(),
  comment: z.string().nullable(),
  submitted_at: moment,
});

/** A list with its entries, newest first (decision 20). */
export const feedbackListSchema = z.object({ id, title: z.string(), entries: z.array(feedbackEntrySchema) });

export type NewFeedback = z.infer<typeof newFeedbackSchema>;
export type FeedbackCard = z.infer<typeof feedbackCardSchema>;
export type FeedbackEntry = z.infer<typeof feedbackEntrySchema>;
export type FeedbackList = z.infer<typeof feedbackListSchema>;
