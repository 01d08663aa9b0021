/**
 * Where a visitor goes after signing up: an absolute http(s) address without a sign-in in it, of an allowed host when there
 * is a list; anything else is ignored (decision 30).
 */
export function redirectTarget(wish: string | null, allowedHosts: readonly string[] | undefined): string | undefined {
  if (wish === null || !URL.canParse(wish)) return undefined;
  const url = new URL(wish);
  const isPlain = (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '';
  const isAllowed = allowedHosts === undefined || allowedHosts.includes(url.hostname);
  return isPlain && isAllowed ? url.href : undefined;
}
