/** Above a list with more attendees than are looked through; `most` in words. */
export const largeList = (most: string): string =>
  `Order, filters and their counts go by the newest ${most} attendees. Search also finds others by the beginnings of their words, and an export has them all.`;
