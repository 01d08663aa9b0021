import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderForm, renderMessage } from './render.tsx';
import type { FormView, Organisation, Visit } from './view.ts';

const organisation: Organisation = {
  name: 'Northfield Training',
  consentText: 'Northfield Training may e-mail me.',
  logo: 'https://northfield.example/logo.svg',
  privacyUrl: 'https://northfield.example/privacy',
};

const form = (values: Partial<FormView> = {}, visit: Partial<Visit> = {}): string =>
  renderForm(
    {
      kind: 'marketing',
      id: 'id',
      title: 'Handbook',
      events: [],
      fields: [],
      hasDownloadableContent: false,
      organisation,
      submitUrl: '/',
      ...values,
    },
    { values: {}, errors: [], hasFailed: false, ...visit },
  );

test('PUB-35, PUB-36: consent has the text of the setting, and the link to the privacy notice outside of its label', () => {
  const html = form();
  const label = /<label for="accepts_marketing">.*?<\/label>/.exec(html)?.[0];
  expect(label).toContain('Northfield Training may e-mail me.');
  expect(label).not.toContain('<a');
  expect(html).toContain('<p class="privacy"><a href="https://northfield.example/privacy" target="_blank" rel="noopener">Privacy notice');
  expect(form({ organisation: { name: 'We', consentText: 'Yes' } })).not.toContain('Privacy notice');
});

test('PUB-33: consent that was given before an error stays given, otherwise it is never ticked', () => {
  const box = (html: string) => /<input[^>]*id="accepts_marketing"[^>]*>/.exec(html)?.[0];
  expect(box(form())).not.toContain('checked');
  expect(box(form({}, { values: { accepts_marketing: true }, errors: [{ path: 'email', message: 'Email is required' }] }))).toContain(
    'checked',
  );
});

test('inputs have autocomplete hints, and the honeypot turns autofill off', () => {
  const html = form();
  const names = ['given-name', 'family-name', 'organization-title', 'organization', 'email'];
  expect([...html.matchAll(/autocomplete="([^"]*)"/gi)].map(([, name]) => name)).toEqual([...names, 'off']);
  expect(html).toMatch(/<input[^>]*spellcheck="false" autocorrect="off"[^>]* type="email" inputmode="email"/i);
  expect(html).toMatch(/<div inert="">.*<input class="input" id="_remarks"[^>]*autocomplete="off" data-1p-ignore/i);
});

test('a message page looks like the forms', () => {
  expect(
    renderMessage(organisation, { title: 'Not here', text: 'Look elsewhere', retry: { href: '/again?a=1&b', label: 'Again' } }),
  ).toContain(
    '<h1 id="title" dir="auto">Not here</h1></header><p class="notice">Look elsewhere</p><p class="status again"><a href="/again?a=1&amp;b">Again</a></p>',
  );
});

const diet: FormView['fields'][number] = {
  id: 'diet',
  label: 'Diet',
  name: 'diet',
  type: 'input',
  required: true,
  options: [],
  order: 0,
  brunch_event: false,
  brunch_event_id: null,
};
const help = 'See https://example.org/menu.';

test('FLD-12: the help text of a field is between label and control, with addresses as links, and precedes the error in the description', () => {
  const wrong = { errors: [{ path: 'diet', message: 'Please fill in this field' }] };
  const html = form({ fields: [{ ...diet, help_text: help }] }, wrong);
  expect(html).toMatch(/<\/label><p class="hint" id="field-diet-help" dir="auto">See <a href="https:\/\/example\.org\/menu"/);
  expect(html).toMatch(/<\/p><input [^>]*aria-describedby="field-diet-help field-diet-error"/);
  const box = form({ fields: [{ ...diet, type: 'checkbox', help_text: help }] });
  expect(box).toContain('aria-describedby="field-diet-help"');
  expect(/<label for="field-diet">.*?<\/label>/.exec(box)?.[0]).not.toContain('See');
});

const talk: FormView['events'][number] = { id: 'talk', event_title: 'Talk', date: null, brunch_event: false, when: 'Some day' };

test('PLC-37: the hint takes the focus of an error if no event can be chosen', () => {
  const closed = { ...talk, closes_at: '2027-01-01T10:00:00.000Z' };
  expect(form({ kind: 'series', events: [closed] }, { now: Date.parse(closed.closes_at) })).toContain(
    '<p class="hint" id="events-hint"><span id="events" tabindex="-1">Choose one or more</span></p>',
  );
});

test('PLC-39: a closed form says when the first event opens, even if a full one closes before', () => {
  const event = { event_title: 'Bread', date: null, brunch_event: false, when: 'Date to be announced' };
  const html = form(
    {
      kind: 'series',
      events: [
        { ...event, id: 'a', isFull: true, closes_at: '2027-01-02T09:00:00Z' },
        { ...event, id: 'b', opens_at: '2027-01-04T09:00:00Z', opensOn: 'Sign-up opens on Monday.' },
        { ...event, id: 'c', opens_at: '2027-01-03T09:00:00Z', opensOn: 'Sign-up opens on Sunday.' },
      ],
      closedText: 'All events are fully booked.',
    },
    { now: Date.parse('2027-01-01T09:00:00Z') },
  );
  expect(html).toContain('Sign-up opens on Sunday.');
  expect(html).not.toContain('fully booked');
});

test('no class is a word for which blockers of advertisements hide elements', () => {
  const css = globSync('src/signup/**/*.css').map((file) => readFileSync(file, 'utf8'));
  expect(css.length).toBeGreaterThan(5);
  expect(css.join('').match(/\.(?:ads?|adverts?|banner|cookies?|popup|promo|sponsors?)(?![\w-])/g)).toBeNull();
});
