import { escapeHtml } from '#contract/rules/mail/mail-template.ts';
import type { SignUpBundle } from '#server/pages/bundle.ts';

interface OwnDocument {
  readonly bundle: SignUpBundle;
  readonly title: string;
  readonly content: string;
}

/** A page without script. */
export const ownDocument = ({ bundle, title, content }: OwnDocument): string =>
  [
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title><link rel="icon" href="data:,">`,
    `<style>${bundle.styleSheet}</style><style>${bundle.ownStyleSheet}</style></head>`,
    `<body><main class="sheet" aria-labelledby="title">${content}</main></body></html>`,
  ].join('');
