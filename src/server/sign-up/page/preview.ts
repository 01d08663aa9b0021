import type { FastifyInstance } from 'fastify';
import { FORM_KINDS } from '#contract/forms/form-ref.ts';
import { previewCallOf, type UnsavedSettings } from '#contract/forms/preview.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import { notFound } from '#server/errors.ts';
import type { StoredForm } from '#server/form-store/public-form.ts';
import { serve } from '#server/http/serve.ts';
import { withLogo } from '#server/pages/logo.ts';
import { listPictureSizes } from '#server/pictures/queries.ts';
import { FormPages, type PageContext, readPageForm } from './form-page.ts';

const changed = <Value>(sent: Value | null | undefined, saved: Value | undefined): Value | undefined =>
  sent === undefined ? saved : (sent ?? undefined);
const changedText = (sent: string | null | undefined, saved: string | undefined): string | undefined =>
  changed(typeof sent === 'string' ? trimmedOrNull(sent) : sent, saved);

const withUnsaved = (form: StoredForm, unsaved: UnsavedSettings): StoredForm => ({
  ...form,
  title: unsaved.title?.trim() ?? form.title,
  description: changedText(unsaved.description, form.description),
  closedText: changedText(unsaved.closed_text, form.closedText),
  cover: changed(unsaved.cover, form.cover),
  speakers: changed(unsaved.speakers, form.speakers),
  theme: changed(unsaved.theme, form.theme),
  hasDownloadableContent: unsaved.donwloadable_content ?? form.hasDownloadableContent,
});

/** The calls by which staff see unsaved settings as visitors would. They store and count nothing. */
export function previewRoutes(app: FastifyInstance, context: Omit<PageContext, 'bundle'> & Partial<Pick<PageContext, 'bundle'>>): void {
  const { bundle, db, signUps, config, canMail } = context;
  const settings = { ...withLogo(config), canMail };
  for (const kind of FORM_KINDS) {
    serve(app, previewCallOf[kind], async ({ params: { id }, body }) => {
      if (bundle === undefined) throw notFound('Page');
      const { form: saved, places } = await readPageForm(signUps, { kind, id });
      const unsaved = withUnsaved(saved, body);
      const named = [unsaved.cover?.large, unsaved.cover?.small, unsaved.theme?.logo].filter((picture) => typeof picture === 'string');
      const form = { ...unsaved, pictureSizes: await listPictureSizes(db, named) };
      const own = form.theme?.scheme ?? 'auto';
      const embed = { isEmbedded: body.is_embedded, theme: own === 'auto' ? body.scheme : own };
      // The preview's frame does not run scripts, and would report each one. These pages are not worth caching.
      const pages = new FormPages({ bundle: { ...bundle, earlyScript: '' }, settings, secret: signUps.secret, now: signUps.now });
      return { html: pages.show({ form, places, embed, redirectTo: undefined, source: {} }, {}).html.toString() };
    });
  }
}
