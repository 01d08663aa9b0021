const ENDINGS = ['/', '%20', '+'];

/** Removes all endings in one loop: a regular expression would be slow on thousands of slashes. */
function trimmed(path: string): string {
  let rest = path;
  for (let ending = endingOf(rest); ending !== undefined; ending = endingOf(rest)) rest = rest.slice(0, -ending.length);
  return rest;
}

const endingOf = (path: string): string | undefined => ENDINGS.find((ending) => path.endsWith(ending));

/** Links of visitors, to which people and mail programs add a slash, a blank, the punctuation that follows them in a text, an underscore, a hyphen, or the whole link once more. */
const OF_VISITORS =
  /^\/+(?!\/)(registration\/[\w-]{22}|unsubscribe\/[\w-]{66}|(?:registration|unsubscribe)\/[\w-]{1,65}|door|.*?\/view|.*?\/events-series\/[^/]+\/link)[_-]*(?:(?:https?(?::|%3A)|[^\w/-]).*)?$/i;

/** What mail programs leave in a link that they break or wrap: blanks, line ends, an equals sign before them, and invisible characters. */
const BREAKS = /=|\+|%(?:[01][\dA-F]|20|C2%A[0D]|E2%80%8[B-F]|E2%81%A0)/gi;

/** Joins the parts of a broken token, if together they are one. */
const joined = (path: string): string =>
  path.replace(/(?<=^\/+(?:registration|unsubscribe)\/)[^/]+(?:(?<=:|%3A)\/.*)?/i, (token) => {
    const [whole = token] = /^[\w-]{22}(?:[\w-]{44})?(?=[_-]*(?:[^\w-]|$))/.exec(token.replaceAll(BREAKS, '')) ?? [];
    return whole;
  });

/** Accepts a trailing slash or space, and `events-series` for `event_series`, in paths of the API (API-42 to API-44); in links of visitors the former, and punctuation at the end. */
export function rewriteUrl(url: string): string {
  const end = url.search(/[?#]/);
  const path = joined(trimmed(end < 0 ? url : url.slice(0, end)));
  const rest = end < 0 ? '' : url.slice(end);
  if (url.startsWith('/api/')) return path.replace(/^\/api\/events-series(?=\/|$)/, '/api/event_series') + rest;
  const [, ofVisitors] = OF_VISITORS.exec(path) ?? [];
  if (ofVisitors === undefined) return url;
  // Addresses printed in capitals are typed in capitals; only the slug and tokens may contain them.
  const fixed = /^(?:door|registration|unsubscribe)(?=\/[^/]+$|$)|(?<![^/])[^/]+\/[^/]+\/(?:view|link)$/i;
  const visited = ofVisitors.replace(fixed, (part) => part.replaceAll(BREAKS, '').toLowerCase());
  // Nothing reads the slug, which a link tracker may have decoded, as in `50%-off`.
  return `/${visited.replaceAll('%', '%25')}${rest}`;
}
