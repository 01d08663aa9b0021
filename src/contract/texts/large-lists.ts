/** Beside counted answers, when there are more attendees than `most`, which is a number with its separators. */
export const answersOfNewest = (most: string): string => `From the newest ${most} attendees`;

/** Above a list with more attendees than are looked through; `most` in words, as `found`, whom the search finds besides them. */
export const largeList = (most: string, found: string): string =>
  `Order, filters and their counts go by the newest ${most} attendees. Search also finds up to ${found} others by the beginnings of their words, and an export has them all.`;
