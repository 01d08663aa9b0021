/** First path segments that belong to the server, and those a URL parser folds away (decision 46). */
const TAKEN_SEGMENTS: ReadonlySet<string> = new Set(['api', 'auth', 'assets', '.', '..']);

/**
 * The slug of a title in a path: lowercased, whitespace turned into hyphens, percent-encoded (spec section 2, decision 46).
 * It is decoration: the id behind it decides.
 */
export function slugOf(title: string): string {
  const slug = title.toLowerCase().replaceAll(/\s+/g, '-');
  if (slug === '') return '-';
  return TAKEN_SEGMENTS.has(slug) ? `${slug}-` : encodeURIComponent(slug);
}
