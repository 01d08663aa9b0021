import type { SignUpBundle } from './bundle.ts';
import { attributes, escapeHtml } from './html.ts';

/** How a page looks where it is shown (decision 29). */
export interface Look {
  readonly isEmbedded: boolean;
  readonly theme: 'light' | 'dark' | undefined;
}

interface PageParts {
  readonly bundle: SignUpBundle;
  readonly look: Look;
  readonly title: string;
  /** The one address of this page, whatever slug it was asked under. */
  readonly canonical?: string | undefined;
  /** Whether the page holds a form for the script to work. */
  readonly hasForm: boolean;
  /** Where a load of this page is counted. */
  readonly viewsUrl?: string | undefined;
  /** What stands in the sheet. */
  readonly content: string;
}

/** How a query asks the page to look. */
export function lookOf(query: URLSearchParams): Look {
  const theme = query.get('theme');
  return { isEmbedded: query.get('embed') === '1', theme: theme === 'light' || theme === 'dark' ? theme : undefined };
}

/** The document up to the end of the sheet; `endOfPage` closes it. */
export function beginningOfPage({ bundle, look, title, canonical, hasForm, viewsUrl, content }: PageParts): string {
  const root = attributes({
    lang: 'en-GB',
    'data-embed': look.isEmbedded ? '' : undefined,
    'data-theme': look.theme,
    'data-script': hasForm ? bundle.scriptUrl : undefined,
    'data-views': viewsUrl,
  });
  return [
    `<!doctype html><html${root}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    canonical === undefined ? '' : `<link${attributes({ rel: 'canonical', href: canonical })}>`,
    // An empty icon of our own: else the browser asks for one that is not there.
    '<link rel="icon" href="data:,">',
    `<script>${bundle.earlyScript}</script><style>${bundle.styleSheet}</style></head>`,
    `<body><main class="sheet" aria-labelledby="title">${content}</main>`,
  ].join('');
}

/** The end of a page, after what follows the sheet. */
export const endOfPage = (parts: readonly string[]): string => `${parts.join('')}</body></html>`;
