import { expect, inject, test } from 'vitest';
import { withClosing } from '#contract/rules/event-times.ts';
import type { PublicEvent } from '#contract/rules/public-fields.ts';
import { newId } from '#server/db/new-id.ts';
import type { StoredForm } from '#server/form-store/public-form.ts';
import { loadSignUpBundle } from '#server/pages/bundle.ts';
import { TEST_SECRET } from '#server/testing/server.ts';
import type { FormView } from '#signup/view.ts';
import { FormPages } from './form-page.ts';

const bundle = await loadSignUpBundle(inject('signUpBundleDir'));

const settings = {
  visitReports: true,
  publicUrl: 'http://localhost',
  eventsServerUrl: 'http://localhost',
  timeZone: 'Europe/London',
  allowedEmailDomains: [],
  organisation: { name: 'Northfield Training', consentText: 'May we?' },
  canMail: true,
  links: { copperSearchUrl: '', calendarEventUrl: '', mapUrl: null },
};

const storedForm = (title: string): StoredForm => ({
  kind: 'marketing',
  id: newId(),
  title,
  version: 1,
  events: [],
  fields: [],
  hasDownloadableContent: false,
});

const asStored = (event: PublicEvent) => withClosing(event, settings.timeZone);

let now = Date.now();

/** Pages that note the title of each form that is rendered. */
function newPages(rendered: string[]): (form: StoredForm, values?: Record<string, string>, isEmbedded?: boolean) => string {
  const renderForm: typeof bundle.render.renderForm = (view: FormView, visit) => {
    rendered.push(view.title);
    return bundle.render.renderForm(view, visit);
  };
  const pages = new FormPages({
    bundle: { ...bundle, render: { ...bundle.render, renderForm } },
    settings,
    secret: TEST_SECRET,
    now: () => now,
  });
  return (form, values = {}, isEmbedded = false) =>
    pages.show({ form, places: [], embed: { isEmbedded, theme: undefined }, redirectTo: undefined, source: {} }, values).html.toString();
}

test('a blank form is rendered once for each way of embedding and again when it has changed, a prefilled one for each visitor', () => {
  const rendered: string[] = [];
  const show = newPages(rendered);
  const form = storedForm('Handbook');
  expect(show(form)).not.toContain('value="Ada"');
  for (const name of ['Ada', 'Ben']) expect(show(form, { first_name: name })).toMatch(new RegExp(`name="first_name"[^>]*value="${name}"`));
  expect(show(form)).not.toContain('value="Ben"');
  expect(rendered).toEqual(['Handbook', 'Handbook', 'Handbook']);
  show(form, {}, true);
  show(form, {}, true);
  show({ ...form, title: 'Guide', version: 2 });
  expect(rendered.slice(3)).toEqual(['Handbook', 'Guide']);
});

test('PLC-36: a blank form is rendered once for each shown state of its events, also when there have been many', () => {
  const MINUTE_MS = 60_000;
  const start = Date.parse('2050-01-01T12:00:00Z');
  const events = Array.from({ length: 100 }, (_, index) => ({
    id: newId(),
    event_title: `Event ${index}`,
    date: null,
    brunch_event: false,
    closes_at: new Date(start + index * MINUTE_MS).toISOString(),
  }));
  const rendered: string[] = [];
  const show = newPages(rendered);
  const form: StoredForm = { ...storedForm('Series'), kind: 'series', events: events.map(asStored) };
  const closedAt = (minutes: number): number => {
    now = start + minutes * MINUTE_MS;
    return show(form).split('class="event off"').length - 1;
  };
  for (const minutes of [0, 0.5, 0.9, 1, 1.5]) expect(closedAt(minutes)).toBe(Math.floor(minutes) + 1);
  expect(rendered).toHaveLength(2);
  for (let minutes = 2; minutes < 100; minutes += 1) expect(closedAt(minutes)).toBe(minutes + 1);
  expect(rendered).toHaveLength(100);
  for (let times = 0; times < 3; times += 1) closedAt(99);
  expect(rendered).toHaveLength(100);
});

test('FACE-21, FACE-26: when an event has ended a page is rendered again without it in the facts and the data', () => {
  const event = (date: string) => ({ id: newId(), event_title: 'Talk', date, brunch_event: false, venue: 'Hall' });
  const events = [event('2050-01-12T09:30:00.000Z'), event('2050-04-15T09:30:00.000Z')];
  const rendered: string[] = [];
  const show = newPages(rendered);
  const form: StoredForm = { ...storedForm('Series'), kind: 'series', description: 'Looms', events: events.map(asStored) };
  const at = (moment: string): unknown[] => {
    now = Date.parse(moment);
    const html = show(form);
    return [/<dd>.*?<span dir="auto">(.*?)</.exec(html)?.[1], html.split('"startDate"').length - 1];
  };
  expect(at('2050-01-12T09:29:00Z')).toEqual(['12 January to 15 April 2050', 2]);
  expect(at('2050-01-12T09:29:59Z')).toEqual(['12 January to 15 April 2050', 2]);
  expect(rendered).toHaveLength(1);
  expect(at('2050-01-12T09:30:00Z')).toEqual(['Friday 15 April 2050, 10:30\u00a0BST', 1]);
  expect(at('2050-01-13T09:30:00Z')).toEqual(['Friday 15 April 2050, 10:30\u00a0BST', 1]);
  expect(rendered).toHaveLength(2);
});

test.each([
  ['a day', '2050-06-12T23:00:00.000Z', undefined, ['2050-06-13', '2050-06-13']],
  ['two days', '2050-06-11T23:00:00.000Z', '2050-06-13T23:00:00.000Z', ['2050-06-12', '2050-06-13']],
  ['two days until 23:59', '2050-06-11T23:00:00.000Z', '2050-06-13T22:59:00.000Z', ['2050-06-12', '2050-06-13']],
  ['a night', '2050-06-11T23:00:00.000Z', '2050-06-12T05:00:00.000Z', ['2050-06-12T00:00:00+01:00', '2050-06-12T06:00:00+01:00']],
])('FACE-26: whole days are dates for search engines, without 00:00: %s', (_what, date, end_date, dates) => {
  now = Date.parse('2050-01-01T12:00:00Z');
  const event = { id: newId(), event_title: 'Talk', date, ...(end_date && { end_date }), brunch_event: false, venue: 'Hall' };
  const form: StoredForm = { ...storedForm('Series'), kind: 'series', description: 'Looms', events: [asStored(event)] };
  const [, start, end] = /"startDate":"(.*?)","endDate":"(.*?)"/.exec(newPages([])(form)) ?? [];
  expect([start, end]).toEqual(dates);
});
