const ENDINGS = ['/', '%20', '+'];

/** Without what may stand at its end, in one pass: an address may consist of thousands of slashes. */
function trimmed(path: string): string {
  let rest = path;
  for (let ending = endingOf(rest); ending !== undefined; ending = endingOf(rest)) rest = rest.slice(0, -ending.length);
  return rest;
}

const endingOf = (path: string): string | undefined => ENDINGS.find((ending) => path.endsWith(ending));

/**
 * The address under which a call is routed: every path of the API works with and without a trailing slash, with a
 * trailing space, and with `events-series` for `event_series` (decision 12). The query stays as it is.
 */
export function rewriteUrl(url: string): string {
  if (!url.startsWith('/api/')) return url;
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const rest = end < 0 ? '' : url.slice(end);
  return trimmed(path).replace(/^\/api\/events-series(?=\/|$)/, '/api/event_series') + rest;
}
