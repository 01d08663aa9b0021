/** The list with one element moved to an index; an index past the end means the end. */
export const movedTo = <T>(list: readonly T[], element: T, index: number): T[] =>
  list.filter((other) => other !== element).toSpliced(index, 0, element);
