import type { FeedbackEntry } from '#contract/feedback.ts';

const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** The mean rating with one decimal, such as `4.2`; undefined when nobody has rated. */
export function averageRating(entries: readonly Pick<FeedbackEntry, 'rating'>[]): string | undefined {
  if (entries.length === 0) return undefined;
  return oneDecimal.format(entries.reduce((sum, { rating }) => sum + rating, 0) / entries.length);
}
