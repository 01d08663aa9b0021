const FORM_PATH = /\/(?:events-series|form)\/[^/]+\/view\/?$/;

/** How the form looks and where it leads is for the page to say, not for whoever made a link to it. */
const NOT_FORWARDED = ['embed', 'theme', 'redirectTo', 'source_page'];

/** The address of a form of this server; undefined for anything else, such as an address that would run as script. */
export function formAddress(text: string | null, server: string): URL | undefined {
  if (text === null) return undefined;
  try {
    const address = new URL(text, server);
    return address.origin === server && FORM_PATH.test(address.pathname) ? address : undefined;
  } catch {
    return undefined;
  }
}

interface Around {
  /** Address of the page around the form. */
  readonly page: URL;
  readonly theme: string | undefined;
  /** Names of the page's query that go along; absent: all. */
  readonly forwarded: readonly string[] | undefined;
}

/**
 * The address for the frame: with the query of the page around it (prefill, `utm_…`), which yields to what the form's own
 * address says, and with origin and path of that page, so that staff see where a sign-up came from.
 */
export function frameAddress(form: URL, { page, theme, forwarded }: Around): string {
  const address = new URL(form);
  const query = address.searchParams;
  const own = new Set(query.keys());
  const isForwarded = (name: string): boolean =>
    !own.has(name) && !NOT_FORWARDED.includes(name) && (forwarded === undefined || forwarded.includes(name));
  for (const [name, value] of page.searchParams) if (isForwarded(name)) query.append(name, value);
  query.set('embed', '1');
  if (theme !== undefined) query.set('theme', theme);
  if (!own.has('source_page')) query.set('source_page', page.origin + page.pathname);
  return address.href;
}
