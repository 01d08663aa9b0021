import { z } from 'zod';
import { endpoint, publicSubmit, staffAdd, staffRead, staffWrite } from './endpoint.ts';
import { titleSchema } from './forms/event-series.ts';
import { hasControls } from './rules/text.ts';
import { NOT_STORABLE } from './texts/words/form.ts';
import { id, moment, pageQuery, text } from './wire-text.ts';

export const RATING_MAX = 5;
export const COMMENT_MAX_LENGTH = 2_000;
const RATING_EXPECTED = `Please rate from 1 to ${RATING_MAX}`;

export const newFeedbackSchema = z.object({
  rating: z.int(RATING_EXPECTED).min(1, RATING_EXPECTED).max(RATING_MAX, RATING_EXPECTED),
  comment: text(COMMENT_MAX_LENGTH)
    .refine((comment) => !hasControls(comment), NOT_STORABLE)
    .nullable()
    .default(null),
});

export const feedbackCardSchema = z.object({ id, title: z.string(), count: z.int() });

export const feedbackEntrySchema = z.object({
  id,
  rating: z.int(),
  comment: z.string().nullable(),
  submitted_at: moment,
  /** The title of the rated event, if any. */
  event: z.string().optional(),
});

/** The most entries in one answer, since anyone may add any number. */
const feedbackPageSchema = pageQuery(500);

/** A feedback list: the number of entries, their average rating, and a page of them, newest first. */
export const feedbackListSchema = feedbackCardSchema.extend({
  average_rating: z.number().nullable(),
  entries: z.array(feedbackEntrySchema),
  next_cursor: z.string().nullable(),
});

export const feedbackCalls = {
  listFeedback: endpoint(staffRead, '/website-feedback', {
    response: z.array(feedbackCardSchema),
    summary: 'All lists of website feedback with their counts',
  }),
  getFeedback: endpoint(staffRead, '/website-feedback/:id', {
    query: feedbackPageSchema,
    response: feedbackListSchema,
    summary: 'One list with its entries, newest first: without `limit` the newest 500, and a cursor for the rest',
  }),
  addFeedbackList: endpoint(staffAdd, '/website-feedback/add', {
    body: titleSchema,
    response: feedbackCardSchema,
    summary: 'Add a list of website feedback',
  }),
  deleteFeedbackList: endpoint({ ...staffWrite, needs: 'admin' }, '/website-feedback/:id/delete', {
    response: z.object({ id }),
    summary: 'Delete a list with its entries',
  }),
  submitFeedback: endpoint(publicSubmit, '/website-feedback/:id/submit', {
    body: newFeedbackSchema,
    response: z.object({ id }),
    summary: 'Send feedback from a website',
  }),
} as const;

export type FeedbackPage = z.infer<typeof feedbackPageSchema>;
export type NewFeedback = z.infer<typeof newFeedbackSchema>;
export type FeedbackCard = z.infer<typeof feedbackCardSchema>;
export type FeedbackEntry = z.infer<typeof feedbackEntrySchema>;
export type FeedbackList = z.infer<typeof feedbackListSchema>;
