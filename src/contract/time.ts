export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The formats created once for a time zone: creating a format takes a hundred times as long as using it. */
export function byTimeZone<Format>(make: (timeZone: string) => Format): (timeZone: string) => Format {
  const made = new Map<string, Format>();
  return (timeZone) => {
    const format = made.get(timeZone) ?? make(timeZone);
    made.set(timeZone, format);
    return format;
  };
}
