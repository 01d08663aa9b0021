import fs from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { temporaryFolderOfFile } from '#server/testing/folders.ts';
import { buildSeries } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';

const distDir = temporaryFolderOfFile();
fs.mkdirSync(path.join(distDir, 'guide', 'pictures'), { recursive: true });
fs.writeFileSync(path.join(distDir, 'guide', 'index.html'), '<!doctype html><title>Guide</title>');
fs.writeFileSync(path.join(distDir, 'guide', 'form.html'), '<!doctype html><title>Form</title>');
fs.writeFileSync(path.join(distDir, 'guide', 'pictures', 'form.png'), 'picture');

fs.cpSync(inject('signUpBundleDir'), distDir, { recursive: true });
const { app, db } = await createTestServer({}, { distDir });

test('EXTRA-31: the guide is served to everyone, without script, and revalidated every time', async () => {
  const page = await app.inject('/guide/form.html');
  expect([page.statusCode, page.body]).toEqual([200, '<!doctype html><title>Form</title>']);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'content-security-policy':
      "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none';style-src 'self';img-src 'self'",
  });
  expect((await app.inject('/guide/pictures/form.png')).headers['content-type']).toBe('image/png');
  const unchanged = await app.inject({ url: '/guide/form.html', headers: { 'if-none-match': String(page.headers.etag) } });
  expect([unchanged.statusCode, unchanged.headers['cache-control']]).toEqual([304, 'no-cache, no-transform']);
});

test('EXTRA-31: /guide leads to its first page, and pages that do not exist are not found', async () => {
  const { statusCode, headers } = await app.inject('/guide');
  expect([statusCode, headers.location]).toEqual([301, '/guide/']);
  expect((await app.inject('/guide/')).body).toContain('Guide');
  for (const none of ['/guide/none.html', '/guide/../package.json', '/guide/pictures/', '/guide/%2e%2e/admin/index.html'])
    expect([none, (await app.inject(none)).statusCode]).toEqual([none, 404]);
});

test('EXTRA-31: a series with the title “Guide” keeps the address of its form', async () => {
  const page = await app.inject(`/guide/events-series/${await buildSeries(db, { title: 'Guide' })}/view`);
  expect([page.statusCode, page.body.includes('<title>Guide')]).toEqual([200, true]);
});
