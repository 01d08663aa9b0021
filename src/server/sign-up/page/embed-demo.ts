import type { FastifyInstance } from 'fastify';
import { type EmbeddedForm, iframeCode, popupCode, scriptCode } from '#contract/rules/embed-code.ts';
import { escapeHtml } from '#contract/rules/text.ts';
import type { Db } from '#server/db/connection.ts';
import { notFound } from '#server/errors.ts';
import { formPath } from '#server/form-store/form-address.ts';
import { listSeriesCards } from '#server/forms/queries.ts';
import type { Context } from '#server/http/context.ts';
import { inlineSource } from '#server/http/headers/header-profiles.ts';
import { attributes } from '#server/pages/document.ts';

interface Variant {
  readonly heading: string;
  readonly about: string;
  readonly code: string;
  readonly surface?: 'dark' | undefined;
}

const STYLE = `
body { margin: 0; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif; background: #fff; color: #1b1b24 }
main { max-width: 44rem; margin: 0 auto }
section { margin: 3rem 0; padding: 1rem }
.dark { background: #18181f; color: #f2f2f6 }
.dark a { color: #aaa6ff }
pre { padding: 1rem; border: 1px solid; white-space: pre-wrap; overflow-wrap: anywhere }
`;

function variantsOf(form: Omit<EmbeddedForm, 'theme'>): Variant[] {
  const light: EmbeddedForm = { ...form, theme: 'light' };
  const nowhere = { ...light, path: '/nowhere/form/nowhere/view' };
  const sandbox = 'sandbox="allow-scripts allow-forms"';
  return [
    { heading: 'Script', about: 'As high as the form. On a light page.', code: scriptCode(light) },
    { heading: 'Script, dark', about: 'The same on a dark page.', code: scriptCode({ ...form, theme: 'dark' }), surface: 'dark' },
    { heading: 'Script, either', about: 'A sheet of its own, in the visitor’s scheme.', code: scriptCode({ ...form, theme: 'either' }) },
    { heading: 'Popup', about: 'Opened from a link, over the page.', code: popupCode(light) },
    { heading: 'Bare frame', about: 'Needs no script; with it on the page, it grows and shrinks too.', code: iframeCode(light) },
    { heading: 'Bare frame, dark', about: 'On a dark page.', code: iframeCode({ ...form, theme: 'dark' }), surface: 'dark' },
    {
      heading: 'In a sandbox',
      about: 'Without storage, cookies or an origin.',
      code: iframeCode(light).replace('<iframe', `<iframe ${sandbox}`),
    },
    { heading: 'No such form', about: 'What visitors see of a form that does not exist.', code: scriptCode(nowhere) },
  ];
}

/** Style attributes of the iframes in the embed codes, which the page's policy has to allow. */
const FRAME_STYLES = ['border:0', 'border:0;color-scheme:light', 'border:0;color-scheme:dark'];

function policyOf(publicUrl: string): string {
  return [
    "default-src 'none'",
    `script-src ${publicUrl}`,
    `frame-src ${publicUrl}`,
    `style-src ${inlineSource(STYLE)}`,
    `style-src-attr 'unsafe-hashes' ${FRAME_STYLES.map(inlineSource).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const sectionOf = ({ heading, about, code, surface }: Variant): string =>
  `<section${attributes({ class: surface })}><h2>${heading}</h2><p>${about}</p><pre tabindex="0">${escapeHtml(code)}</pre>${code}</section>`;

/** The form of `?form=`, otherwise that of the newest series. */
async function formOf(db: Db, requested: string | null): Promise<{ path: string; title: string }> {
  if (requested?.startsWith('/') === true) return { path: new URL(requested, 'http://any').pathname, title: 'Sign-up form' };
  const [newest] = await listSeriesCards(db, new Date());
  if (newest === undefined) throw notFound('Event series');
  return { path: formPath({ kind: 'series', ...newest }), title: newest.title };
}

/** A page that embeds a form in all ways of docs/embedding.md, with a strict policy. Not for production. */
export async function embedDemo(app: FastifyInstance, { db, config: { publicUrl } }: Context): Promise<void> {
  app.get('/embed-demo', { schema: { hide: true } }, async (request, reply) => {
    const form = await formOf(db, new URL(request.url, 'http://any').searchParams.get('form'));
    const sections = variantsOf({ server: publicUrl, ...form }).map(sectionOf);
    return reply
      .header('content-security-policy', policyOf(publicUrl))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
          `<title>Embedded forms</title><style>${STYLE}</style></head><body><main><h1>Embedded forms</h1>${sections.join('')}</main></body></html>`,
      );
  });
}
