import { gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { Theme } from '#contract/forms/public-face.ts';
import { FONTS } from '#contract/rules/mail/mail-layout.ts';
import { escapeHtml } from '#contract/rules/text.ts';
import { accentProperties } from '#contract/rules/theme-colours.ts';
import * as words from '#contract/texts/words/form.ts';
import { acceptsGzip } from '#server/http/compress-answers.ts';
import type { SignUpBundle } from './bundle.ts';

/** Attributes of an element: undefined ones are omitted, empty ones have no value. */
export const attributes = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}${value === '' ? '' : `="${escapeHtml(value)}"`}`]))
    .join('');

/** A JSON block for scripts; `<` is escaped, so that no value can end the block or begin a comment. */
export const dataBlock = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;

/** A hidden input that may stand outside its form; `form` and `name` are ours. */
export const hiddenInput = (form: string, name: string, value: string): string =>
  `<input type="hidden" form="${form}" name="${name}" value="${escapeHtml(value)}">`;

/** The fastest, since each load has a separate page with its token, key and source. */
const GZIP_LEVEL = 1;

/** Sends a page, compressed where the browser takes that. */
export function sendHtml(reply: FastifyReply, page: string | Buffer): FastifyReply {
  const isPacked = acceptsGzip(reply.request.headers['accept-encoding']);
  if (isPacked) void reply.header('content-encoding', 'gzip');
  return reply
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8')
    .send(isPacked ? gzipSync(page, { level: GZIP_LEVEL }) : page);
}

export interface EmbedOptions {
  readonly isEmbedded: boolean;
  readonly theme: 'light' | 'dark' | undefined;
}

export interface DocumentParts {
  readonly bundle: SignUpBundle;
  readonly embed?: EmbedOptions;
  readonly title: string;
  readonly canonical?: string | undefined;
  /** False where the policy of the page allows none. */
  readonly hasScript?: boolean;
  readonly hasForm?: boolean;
  readonly viewsUrl?: string | undefined;
  /** Further elements of its head. */
  readonly head?: string;
  /** Inline, besides the style sheet of all pages. */
  readonly styles?: readonly string[];
  /** The content next to the sheet, if the page has any. */
  readonly about?: string | undefined;
  readonly content: string;
}

export function embedOptionsOf(query: URLSearchParams): EmbedOptions {
  const theme = query.get('theme');
  return { isEmbedded: query.get('embed') === '1', theme: theme === 'light' || theme === 'dark' ? theme : undefined };
}

const bodyOf = ({ about, content }: DocumentParts): string =>
  about === undefined
    ? `<body><main class="sheet" aria-labelledby="title">${content}</main>`
    : `<body><main class="page" aria-labelledby="title">${about}<div class="sheet">${content}</div></main>`;

const ALONE: EmbedOptions = { isEmbedded: false, theme: undefined };

/** The document up to the end of its `main`; `endOfPage` completes it. */
export function beginningOfPage(parts: DocumentParts): string {
  const { bundle, embed = ALONE, title, canonical, hasScript = true, hasForm = false, viewsUrl, head = '', styles = [] } = parts;
  const root = attributes({
    lang: 'en-GB',
    'data-embed': embed.isEmbedded ? '' : undefined,
    'data-theme': embed.theme,
    'data-script': hasForm ? bundle.scriptUrl : undefined,
    'data-views': viewsUrl,
  });
  return [
    `<!doctype html><html${root}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    canonical === undefined ? '' : `<link${attributes({ rel: 'canonical', href: canonical })}>`,
    // An empty icon, so that browsers do not request /favicon.ico.
    '<link rel="icon" href="data:,">',
    head,
    hasScript ? `<script>${bundle.earlyScript}</script>` : '',
    `${[bundle.styles.all, ...styles].map((sheet) => `<style>${sheet}</style>`).join('')}</head>`,
    bodyOf(parts),
  ].join('');
}

export const endOfPage = (parts: readonly string[]): string => `${parts.join('')}</body></html>`;

const shortPage = (text: string): string =>
  '<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
  `<meta name="color-scheme" content="light dark"><title>${words.BUSY_NETWORK}</title><link rel="icon" href="data:,"></head>` +
  `<body><main><h1>${words.BUSY_NETWORK}</h1><p>${text}</p></main></body></html>`;

const ofLoad = shortPage(words.RELOAD_SOON);
const ofPost = shortPage(words.RELOAD_TO_SEND);

/** The page for networks far over the limit: built once, and sent before the body is read. */
export const floodPage = (method: string): string => (method === 'POST' ? ofPost : ofLoad);

const SCHEMES: Readonly<Record<Theme['scheme'], string>> = {
  auto: '',
  light: 'color-scheme:light;--lightningcss-light:initial;--lightningcss-dark: ',
  dark: 'color-scheme:dark;--lightningcss-light: ;--lightningcss-dark:initial',
};

/** The inline styles that a page has for the look of its series or form: none or one, whose source its policy has to name. */
export function lookStyles(theme: Theme | undefined, { styles }: Pick<SignUpBundle, 'styles'>): string[] {
  if (theme === undefined) return [];
  const { accent, font, scheme } = theme;
  const rules = [
    // The address of a page can ask for a scheme, too.
    scheme === 'auto' ? '' : `:root:not([data-theme]){${SCHEMES[scheme]}}`,
    font === 'system' ? '' : `body{${FONTS[font]}}`,
    accent === null ? '' : `@media (forced-colors:none) and (prefers-contrast:no-preference){:root{${accentProperties(accent)}}}`,
  ];
  return [styles.look + rules.join('')];
}
