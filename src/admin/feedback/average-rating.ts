const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A mean rating with one decimal, such as `4.2`. */
export const formatRating = (average: number): string => oneDecimal.format(average);
