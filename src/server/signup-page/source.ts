import { SOURCE_KEYS, type SourceKey } from '#contract/rules/field-key.ts';
import { isBlank, isStorable } from '#contract/rules/text.ts';

const SOURCE_MAX_LENGTH = 500;

type Source = Partial<Record<SourceKey, string>>;

const isKept = (value: string | null | undefined): value is string =>
  value !== null && value !== undefined && !isBlank(value) && value.length <= SOURCE_MAX_LENGTH && isStorable(value);

/** Origin and path of an http(s) address, without its query, which may hold what is nobody's business. */
function pageOf(address: string | null | undefined): string | undefined {
  if (address === null || address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, origin, pathname } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? `${origin}${pathname}` : undefined;
}

/**
 * Where a visitor comes from (decision 44): `utm_…` of the address, and the page around or before the form, as the embed
 * script says it or else the browser. The form's own page, which ends with `formPath`, is no such page.
 */
export function sourceOf(query: URLSearchParams, referer: string | undefined, formPath: string): Source {
  const before = pageOf(referer);
  const page = pageOf(query.get('source_page')) ?? (before !== undefined && !before.endsWith(formPath) ? before : undefined);
  const entries = SOURCE_KEYS.map((key) => [key, key === 'source_page' ? page : query.get(key)] as const);
  return Object.fromEntries(entries.filter(([, value]) => isKept(value)));
}

/** The query without what was prefilled: for the next person. */
export function queryForNext(query: URLSearchParams): string {
  const kept = [...query].filter(([name]) => ['embed', 'theme', 'redirectTo', ...SOURCE_KEYS].includes(name));
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`;
}
