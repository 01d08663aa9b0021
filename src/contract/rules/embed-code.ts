import * as words from '../texts/words/form.ts';

export type EmbedTheme = 'light' | 'dark' | 'either';

export interface EmbeddedForm {
  readonly server: string;
  readonly path: string;
  readonly title: string;
  readonly theme: EmbedTheme;
}

/** About the height of a form with few fields; a plain frame keeps it and scrolls. */
const FRAME_HEIGHT = 760;

const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const themeAttribute = ({ theme }: EmbeddedForm): string => (theme === 'either' ? '' : ` data-theme="${theme}"`);

const scriptTag = ({ server }: EmbeddedForm): string => `<script async src="${server}/embed.js"></script>`;

/** A plain frame. It has the colour scheme of the theme. Without one, browsers may paint it opaque, so its corners are rounded like those of the form. */
export function iframeCode(form: EmbeddedForm): string {
  const { server, path, title, theme } = form;
  const [query, look] = theme === 'either' ? ['', ';border-radius:12px'] : [`&theme=${theme}`, `;color-scheme:${theme}`];
  return [
    '<iframe',
    `  src="${server}${path}?embed=1${query}"`,
    `  title="${quoted(title)}" width="100%" height="${FRAME_HEIGHT}"`,
    `  style="border:0${look}"`,
    '></iframe>',
  ].join('\n');
}

/** An element that the embed script turns into a frame with the height of its form; without script it is a link. */
export function scriptCode(form: EmbeddedForm): string {
  const { server, path, title } = form;
  return [
    `<div data-turnout-form="${server}${path}" data-title="${quoted(title)}"${themeAttribute(form)}>`,
    `  <a href="${server}${path}">${quoted(title)}</a>`,
    '</div>',
    scriptTag(form),
  ].join('\n');
}

/** A link that the embed script opens in a dialog. */
export function popupCode(form: EmbeddedForm): string {
  const { server, path, title } = form;
  return [
    `<a data-turnout-popup href="${server}${path}" data-title="${quoted(title)}"${themeAttribute(form)}>${words.SIGN_UP}</a>`,
    scriptTag(form),
  ].join('\n');
}
