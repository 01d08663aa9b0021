import { expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import type { StoredForm } from '#server/features/sign-up/queries.ts';
import { TEST_SECRET } from '#server/testing/server.ts';
import { buildSignUpBundle } from '#server/testing/signup-bundle.ts';
import type { FormView } from '#signup/view.ts';
import { FormPages } from './form-page.ts';

const bundle = await buildSignUpBundle();

const settings = {
  visitReports: true,
  publicUrl: 'http://localhost',
  eventsServerUrl: 'http://localhost',
  timeZone: 'Europe/London',
  allowedEmailDomains: [],
  organisation: { name: 'Northfield Training', consentText: 'May we?' },
};

const storedForm = (title: string): StoredForm => ({
  kind: 'form',
  id: newId(),
  title,
  version: 1,
  events: [],
  fields: [],
  hasDownloadableContent: false,
});

test('a blank form is rendered once for each way of embedding and again when it has changed, a prefilled one for each visitor', () => {
  const rendered: string[] = [];
  const renderForm: typeof bundle.render.renderForm = (view: FormView, visit) => {
    rendered.push(view.title);
    return bundle.render.renderForm(view, visit);
  };
  const pages = new FormPages({
    bundle: { ...bundle, render: { ...bundle.render, renderForm } },
    settings,
    secret: TEST_SECRET,
    now: Date.now,
  });
  const show = (form: StoredForm, values: Record<string, string>, isEmbedded = false): string => {
    const request = { form, embed: { isEmbedded, theme: undefined }, redirectTo: undefined, source: {} };
    return pages.show(request, values);
  };
  const form = storedForm('Handbook');
  expect(show(form, {})).not.toContain('value="Ada"');
  for (const name of ['Ada', 'Ben']) expect(show(form, { first_name: name })).toMatch(new RegExp(`name="first_name"[^>]*value="${name}"`));
  expect(show(form, {})).not.toContain('value="Ben"');
  expect(rendered).toEqual(['Handbook', 'Handbook', 'Handbook']);
  show(form, {}, true);
  show(form, {}, true);
  show({ ...form, title: 'Guide', version: 2 }, {});
  expect(rendered.slice(3)).toEqual(['Handbook', 'Guide']);
});
