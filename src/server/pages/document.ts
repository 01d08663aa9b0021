import { escapeHtml } from '#contract/rules/mail/mail-template.ts';
import type { SignUpBundle } from './bundle.ts';
import { attributes } from './html.ts';

export interface EmbedOptions {
  readonly isEmbedded: boolean;
  readonly theme: 'light' | 'dark' | undefined;
}

interface DocumentParts {
  readonly bundle: SignUpBundle;
  readonly embed: EmbedOptions;
  readonly title: string;
  readonly canonical?: string | undefined;
  readonly hasForm: boolean;
  readonly viewsUrl?: string | undefined;
  readonly content: string;
}

export function embedOptionsOf(query: URLSearchParams): EmbedOptions {
  const theme = query.get('theme');
  return { isEmbedded: query.get('embed') === '1', theme: theme === 'light' || theme === 'dark' ? theme : undefined };
}

/** The document up to the end of the sheet; `endOfPage` completes it. */
export function beginningOfPage({ bundle, embed, title, canonical, hasForm, viewsUrl, content }: DocumentParts): string {
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
    `<script>${bundle.earlyScript}</script><style>${bundle.styleSheet}</style></head>`,
    `<body><main class="sheet" aria-labelledby="title">${content}</main>`,
  ].join('');
}

export const endOfPage = (parts: readonly string[]): string => `${parts.join('')}</body></html>`;
