const FORM_PATH = /\/(?:events-series|form)\/[^/]+\/view\/?$/;

/** Parameters that a link to the host page must not set. */
const NOT_FORWARDED = ['embed', 'theme', 'redirectTo', 'source_page', '_via'];

/** The URL of a form on this server; undefined for anything else, such as a `javascript:` URL. */
export function formAddress(text: string | null, server: string): URL | undefined {
  if (text === null) return undefined;
  try {
    const address = new URL(text, server);
    return address.origin === server && FORM_PATH.test(address.pathname) ? address : undefined;
  } catch {
    return undefined;
  }
}

/** How the page embeds the form, which its server keeps with a sign-up. */
export type EmbedVia = 'script' | 'popup';

export interface EmbedOptions {
  readonly form: URL;
  readonly title: string;
  readonly via: EmbedVia;
  readonly theme: string | undefined;
  /** Names of the host page's parameters to forward; undefined: all. */
  readonly forwarded: readonly string[] | undefined;
}

/** Forwards the host page's parameters unless the form's URL has them, and its origin and path, which staff see. */
export function frameAddress({ form, theme, forwarded, via }: Omit<EmbedOptions, 'title'>, page: URL): string {
  const address = new URL(form);
  const query = address.searchParams;
  const own = new Set(query.keys());
  const isForwarded = (name: string): boolean =>
    !own.has(name) && !NOT_FORWARDED.includes(name) && (forwarded === undefined || forwarded.includes(name));
  for (const [name, value] of page.searchParams) if (isForwarded(name)) query.append(name, value);
  query.set('embed', '1');
  query.set('_via', via);
  if (theme !== undefined) query.set('theme', theme);
  if (!own.has('source_page')) query.set('source_page', page.origin + page.pathname);
  return address.href;
}
