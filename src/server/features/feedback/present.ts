import type { FeedbackCard, FeedbackEntry } from '#contract/feedback.ts';

/** A list as a card of the dashboard. */
export const presentFeedbackCard = (row: { id: string; title: string; entries_count: number }): FeedbackCard => ({
  id: row.id,
  title: row.title,
  count: row.entries_count,
});

/** An entry as its card shows it. */
export const presentFeedbackEntry = (row: { id: string; rating: number; comment: string | null; submitted_at: Date }): FeedbackEntry => ({
  id: row.id,
  rating: row.rating,
  comment: row.comment,
  submitted_at: row.submitted_at.toISOString(),
});
