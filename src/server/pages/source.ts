import { SOURCE_KEYS, type Source, type Via, VIA_NAME, viaOf } from '#contract/rules/payload-keys.ts';
import { isBlank, isStorable } from '#contract/rules/text.ts';

const SOURCE_MAX_LENGTH = 500;

const isUsable = (value: string | null | undefined): value is string =>
  value !== null && value !== undefined && !isBlank(value) && value.length <= SOURCE_MAX_LENGTH && isStorable(value);

/** Origin and path of an http(s) address; the query may hold personal data. */
function pageOf(address: string | null | undefined): string | undefined {
  if (address === null || address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, origin, pathname } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? `${origin}${pathname}` : undefined;
}

/** How a visitor came to the form: the embed script and the QR code say so in the address. */
const viaOfPage = (query: URLSearchParams): Via => viaOf(query.get(VIA_NAME)) ?? (query.get('embed') === '1' ? 'frame' : 'page');

interface SourcePage {
  readonly formPath: string;
  /** Whether the page says how a visitor came to it, and by that reports visits (setting VISIT_REPORTS). */
  readonly hasVia: boolean;
}

/** Where a visitor comes from: `utm_…` parameters, and the page that embeds or links the form, but not its own page. */
export function sourceOf(query: URLSearchParams, referer: string | undefined, { formPath, hasVia }: SourcePage): Source {
  const previous = pageOf(referer);
  const page = pageOf(query.get('source_page')) ?? (previous !== undefined && !previous.endsWith(formPath) ? previous : undefined);
  const entries = SOURCE_KEYS.map((key) => [key, key === 'source_page' ? page : query.get(key)] as const);
  const source = Object.fromEntries(entries.filter(([, value]) => isUsable(value)));
  return hasVia ? { ...source, [VIA_NAME]: viaOfPage(query) } : source;
}

/** The query without prefilled values, for the next person's form. */
export function queryForNext(query: URLSearchParams): string {
  const params = [...query].filter(([name]) => ['embed', 'theme', 'redirectTo', VIA_NAME, ...SOURCE_KEYS].includes(name));
  return params.length === 0 ? '' : `?${new URLSearchParams(params).toString()}`;
}
