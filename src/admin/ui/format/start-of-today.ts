/** Start of the viewer's day as ISO 8601; "today" means this day in lists (D7). */
export const startOfToday = (now: Date): string => new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
