const ENDINGS = ['/', '%20', '+'];

/** Removes all endings in one loop: a regular expression would be slow on thousands of slashes. */
function trimmed(path: string): string {
  let rest = path;
  for (let ending = endingOf(rest); ending !== undefined; ending = endingOf(rest)) rest = rest.slice(0, -ending.length);
  return rest;
}

const endingOf = (path: string): string | undefined => ENDINGS.find((ending) => path.endsWith(ending));

/** Accepts a trailing slash or space, and `events-series` for `event_series`, in paths of the API (API-42 to API-44). */
export function rewriteUrl(url: string): string {
  if (!url.startsWith('/api/')) return url;
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const rest = end < 0 ? '' : url.slice(end);
  return trimmed(path).replace(/^\/api\/events-series(?=\/|$)/, '/api/event_series') + rest;
}
