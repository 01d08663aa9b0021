import { expect, test } from 'vitest';
import { type EmbeddedForm, iframeCode, popupCode, scriptCode } from './embed-code.ts';

const form: EmbeddedForm = {
  server: 'https://events.example.com',
  path: '/coaching-brochure/form/0192b7c4/view',
  title: 'Coaching brochure',
  theme: 'light',
};

test('FORM-4, EMB-9, EMB-21: the frame has a title, and the colour scheme of its theme', () => {
  expect(iframeCode(form)).toBe(`<iframe
  src="https://events.example.com/coaching-brochure/form/0192b7c4/view?embed=1&theme=light"
  title="Coaching brochure" width="100%" height="760"
  style="border:0;color-scheme:light"
></iframe>`);
});

test('EMB-22: no theme is set when the host page is light or dark, and the frame has the corners of the form', () => {
  expect(iframeCode({ ...form, theme: 'either' })).toContain('view?embed=1"');
  expect(iframeCode({ ...form, theme: 'either' })).toContain('style="border:0;border-radius:12px"');
  expect(scriptCode({ ...form, theme: 'either' })).not.toContain('theme');
});

test('the element of the embed script contains a link for pages without script', () => {
  expect(scriptCode({ ...form, theme: 'dark' })).toBe(
    `<div data-turnout-form="https://events.example.com/coaching-brochure/form/0192b7c4/view" data-title="Coaching brochure" data-theme="dark">
  <a href="https://events.example.com/coaching-brochure/form/0192b7c4/view">Coaching brochure</a>
</div>
<script async src="https://events.example.com/embed.js"></script>`,
  );
  expect(popupCode(form)).toContain('<a data-turnout-popup href="https://events.example.com/coaching-brochure/form/0192b7c4/view"');
});

test.each([iframeCode, scriptCode, popupCode])('a title cannot break out of the code (%o)', (codeOf) => {
  const code = codeOf({ ...form, title: '"><script>alert(1)</script>&amp;' });
  expect(code).toContain('&quot;>&lt;script>alert(1)&lt;/script>&amp;amp;');
  expect(code).not.toContain('<script>');
});
