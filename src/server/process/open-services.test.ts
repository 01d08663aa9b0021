import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseConfig } from '#server/config/config.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { openServices } from './open-services.ts';

const { db } = await openTestDatabase();
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'turnout-services-'));
afterAll(() => fs.rmSync(dataDir, { recursive: true }));

test('MAIL-12: without SMTP_URL, outside production, mail is written to DATA_DIR/mail', async () => {
  const { mail } = openServices(parseConfig({ DATA_DIR: dataDir }), db);
  const from = { name: 'Kestrel', address: 'team@example.com' };
  await mail?.send({ from, to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', messageId: 'id-1@example.com' });
  expect(fs.readdirSync(path.join(dataDir, 'mail'))).toEqual(['id-1.eml']);
});

test('MAIL-12: in production mail is not set up without SMTP_URL', () => {
  expect(openServices({ ...parseConfig({ DATA_DIR: dataDir }), environment: 'production' }, db).mail).toBeUndefined();
});
