/** The position of a row for screen readers: `Menu, position 2 of 5`. */
export const positionText = (label: string, index: number, count: number): string => `${label}, position ${index + 1} of ${count}`;
