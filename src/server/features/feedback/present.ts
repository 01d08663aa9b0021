import type { FeedbackCard, FeedbackEntry } from '#contract/feedback.ts';

export const presentFeedbackCard = (row: { id: string; title: string; entries_count: number }): FeedbackCard => ({
  id: row.id,
  title: row.title,
  count: row.entries_count,
});

export const presentFeedbackEntry = (row: { id: string; rating: number; comment: string | null; submitted_at: Date }): FeedbackEntry => ({
  id: row.id,
  rating: row.rating,
  comment: row.comment,
  submitted_at: row.submitted_at.toISOString(),
});
