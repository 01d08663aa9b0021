const FORM_PATH = /\/(?:events-series|form)\/[^/]+\/view\/?$/;
/** Parameters that a link to the host page must not set, and nameless ones. */
const NOT_FORWARDED = ['', 'embed', '_via', 'theme', 'source_page', 'redirectTo'];

/** The URL of a form on this server; undefined for anything else, such as a `javascript:` URL. */
export function formAddress(text: string | null | undefined, server: string): URL | undefined {
  try {
    const address = new URL(text ?? '', server);
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

/** Forwards the host page's parameters, unless the form's URL has them, and its origin and path, which staff see. */
export function frameAddress(
  { form, theme, forwarded, via }: Omit<EmbedOptions, 'title'>,
  page: Pick<URL, 'origin' | 'pathname' | 'search'>,
): string {
  const address = new URL(form);
  const query = address.searchParams;
  const isTaken = new Set([...NOT_FORWARDED, ...query.keys()]);
  query.set('embed', '1');
  query.set('_via', via);
  if (theme) query.set('theme', theme);
  if (!query.has('source_page')) query.set('source_page', page.origin + page.pathname);
  for (const part of page.search.slice(1).split('&')) {
    // As on our server, since newsletters encode the & of a link twice.
    const name = [...new URLSearchParams(part).keys()].join().replace(/^amp;/i, '');
    // Added unchanged, since its value may have an encoding other than UTF-8.
    if (!isTaken.has(name) && (forwarded?.includes(name) ?? true)) address.search += `&${part}`;
  }
  return address.href;
}
