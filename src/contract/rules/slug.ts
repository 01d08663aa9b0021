/** First path segments of the server's own routes, and those that URL parsers remove. */
const TAKEN_SEGMENTS: ReadonlySet<string> = new Set(['api', 'auth', 'assets', '.', '..']);

/** The slug of a title: lowercased, whitespace replaced by hyphens, percent-encoded. Gateways decode encoded slashes, and programs end links at some characters, so it has neither. It is decorative; the id in the path decides. */
export function slugOf(title: string): string {
  const slug = title
    .toLowerCase()
    .replaceAll(/[\s/\\]+/g, '-')
    .replaceAll(/[!'()*]/g, '');
  if (slug === '') return '-';
  return TAKEN_SEGMENTS.has(slug) ? `${slug}-` : encodeURIComponent(slug);
}
