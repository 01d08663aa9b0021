import { SIGN_UP } from '../texts/embedding.ts';

/** The page around the form is light, dark, or one or the other: the form cannot see it (decision 29). */
export type EmbedTheme = 'light' | 'dark' | 'either';

/** A form as it is put into another page. */
export interface EmbeddedForm {
  /** Address of our server, without a trailing slash. */
  readonly server: string;
  /** Path of the form's public page. */
  readonly path: string;
  readonly title: string;
  readonly theme: EmbedTheme;
}

/** About the height of a form with few fields; a bare frame keeps it and scrolls. */
const FRAME_HEIGHT = 760;

const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const themeAttribute = ({ theme }: EmbeddedForm): string => (theme === 'either' ? '' : ` data-theme="${theme}"`);

const scriptTag = ({ server }: EmbeddedForm): string => `<script async src="${server}/embed.js"></script>`;

/** A frame that needs nothing else; its colour scheme is the theme's, else the browser paints it opaque. */
export function iframeCode(form: EmbeddedForm): string {
  const { server, path, title, theme } = form;
  const [query, scheme] = theme === 'either' ? ['', ''] : [`&theme=${theme}`, `;color-scheme:${theme}`];
  return [
    '<iframe',
    `  src="${server}${path}?embed=1${query}"`,
    `  title="${quoted(title)}" width="100%" height="${FRAME_HEIGHT}"`,
    `  style="border:0${scheme}"`,
    '></iframe>',
  ].join('\n');
}

/** A place that the embed script turns into a frame as high as its form; without script it is a link. */
export function scriptCode(form: EmbeddedForm): string {
  const { server, path, title } = form;
  return [
    `<div data-turnout-form="${server}${path}" data-title="${quoted(title)}"${themeAttribute(form)}>`,
    `  <a href="${server}${path}">${quoted(title)}</a>`,
    '</div>',
    scriptTag(form),
  ].join('\n');
}

/** A link that the embed script opens over the page. */
export function popupCode(form: EmbeddedForm): string {
  const { server, path, title } = form;
  return [
    `<a data-turnout-popup href="${server}${path}" data-title="${quoted(title)}"${themeAttribute(form)}>${SIGN_UP}</a>`,
    scriptTag(form),
  ].join('\n');
}
