import { sql } from 'kysely';
import MarkdownIt from 'markdown-it';
import { expect, test, vi } from 'vitest';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { pngFile } from '#server/testing/pictures.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { addForm } from '#server/testing/staff-calls.ts';

const server = await createSignUpPageServer();
const { db } = server;

const LOOK = { is_embedded: false, scheme: 'light' } as const;
const previewOf = async (id: string, unsaved: object, kind = 'event_series') =>
  server.post(`/${kind}/${id}/preview`, { ...LOOK, ...unsaved });
const htmlOf = async (...call: Parameters<typeof previewOf>): Promise<string> => (await previewOf(...call)).body.data.html;
const rootOf = (html: string): string | undefined => /<html[^>]*>/.exec(html)?.[0];
const wordsOf = (html: string) => [/<title>(.*)<\/title>/, /class="notice"[^>]*>([^<]*)/].map((words) => words.exec(html)?.[1]);
const rowOf = async (id: string) => (await sql`select *, xmin from forms where id = ${id}`.execute(db)).rows[0];

test('FACE-59: the preview is the page with unsaved values, without its script, and stores nothing', async () => {
  const id = await buildSeries(db, { title: 'Spring training', closed_text: 'Back in May.' });
  const before = await rowOf(id);
  const html = await htmlOf(id, { title: ' Leadership ‹2027› ', closed_text: 'Back in June.', scheme: 'dark' });
  expect(wordsOf(html)).toEqual(['Leadership ‹2027› – Northfield Training', 'Back in June.']);
  expect(rootOf(html)).toMatch(/^<html lang="en-GB" data-theme="dark" data-views="[^"]+">$/);
  expect([...html.matchAll(/<script(?! type="application\/)[^>]*>(.*?)<\/script>/gs)].map(([, text]) => text)).toEqual(['']);
  expect(rootOf(await htmlOf(id, { is_embedded: true }))).toContain('data-embed data-theme="light"');
  expect(wordsOf(await htmlOf(id, { closed_text: ' ' }))[1]).toContain('currently closed');
  // A fixed scheme applies to every visitor.
  const theme = { accent: null, font: 'system', scheme: 'light', logo: null };
  expect(rootOf(await htmlOf(id, { theme, scheme: 'dark' }))).toContain('data-theme="light"');
  const { body } = await server.post('/pictures', pngFile(240, 80));
  const picture: string = body.data.id;
  const withPictures = { cover: { large: picture, small: picture, alt: '' }, theme: { ...theme, logo: picture } };
  const pictures = (await htmlOf(id, withPictures)).match(/<img[^>]+>/g)?.join('') ?? '';
  expect(pictures.match(/(?:class|width|height)="[^"]*"/g)).toEqual(
    expect.arrayContaining(['width="240"', 'height="80"', 'class="logo"', 'width="96"']),
  );
  expect(wordsOf(await htmlOf(id, {}))).toEqual(['Spring training – Northfield Training', 'Back in May.']);
  expect(await rowOf(id)).toEqual(before);
  expect(await db.selectFrom('view_counts').selectAll().execute()).toEqual([]);
});

test('FACE-59: a marketing form is previewed too; values that an edit would refuse are refused at their field', async () => {
  const { id } = await addForm(server);
  expect(/<button.*?<\/button>/.exec(await htmlOf(id, { donwloadable_content: true }, 'form'))?.[0]).toContain('Download');
  const { status, body } = await previewOf(id, { theme: { accent: 'teal', font: 'system', scheme: 'auto', logo: null } }, 'form');
  expect([status, body.errors]).toEqual([422, [{ path: 'theme.accent', message: 'Please enter a colour such as #0f766e' }]]);
  expect((await previewOf(id, {})).status).toBe(404);
});

test('FACE-59: descriptions of many events are read once, not at each preview', async () => {
  const seriesId = await buildSeries(db, { description: 'About the series' });
  const many = Array.from({ length: 30 }, async (_, number) =>
    buildEvent(db, seriesId, { description: `Bring **${number}** pens`, starts_at: new Date('2097-03-04T10:00:00Z') }),
  );
  await Promise.all(many);
  expect(await htmlOf(seriesId, {})).toContain('Bring <strong>29</strong> pens');
  const read = vi.spyOn(MarkdownIt.prototype, 'parse');
  expect(await htmlOf(seriesId, { title: 'Another' })).toContain('Bring <strong>29</strong> pens');
  expect(read.mock.calls.filter(([text]) => text.startsWith('Bring'))).toEqual([]);
});
