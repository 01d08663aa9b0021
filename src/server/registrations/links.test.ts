import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildRegistration } from '#server/testing/registrations.ts';
import { createTestServer } from '#server/testing/server.ts';
import { createToken, findByToken, purgeTokens } from './links.ts';

const server = await createTestServer();
const { db } = server;

const HOUR_MS = 3_600_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * HOUR_MS);
const stored = async () => db.selectFrom('registration_tokens').selectAll().orderBy('created_at').execute();

const openedBy = async (token: string) => (await findByToken(db, token))?.submissionId;

describe('links to self-service pages', () => {
  test('SLF-2, SLF-3: a token has 22 characters of base64url, and only its SHA-256 is stored', async () => {
    const { submissionId } = await buildRegistration(db);
    const token = await createToken(db, submissionId);
    expect(token).toMatch(/^[\w-]{22}$/);
    expect(await stored()).toMatchObject([{ token_hash: hash('sha256', token, 'buffer'), submission_id: submissionId }]);
    expect(await openedBy(token)).toBe(submissionId);
  });

  test.each(['', 'AAAAAAAAAAAAAAAAAAAAAA', 'short', `${'A'.repeat(22)}\n`, 'A'.repeat(23)])(
    'SLF-2, SLF-4: %j is not a link',
    async (token) => {
      await createToken(db, (await buildRegistration(db)).submissionId);
      expect(await openedBy(token)).toBeUndefined();
    },
  );

  test('SLF-3: a submission has at most 20 links; a new one replaces the oldest', async () => {
    const { submissionId } = await buildRegistration(db);
    const other = await createToken(db, (await buildRegistration(db)).submissionId);
    const tokens: string[] = [];
    for (let count = 0; count < 22; count += 1) tokens.push(await createToken(db, submissionId));
    const found = await Promise.all(tokens.map(async (token) => openedBy(token)));
    expect(found).toEqual([undefined, undefined, ...Array.from({ length: 20 }, () => submissionId)]);
    expect(await openedBy(other)).toBeDefined();
  });

  test.each([
    ['89 days after its end', { starts_at: daysAgo(95), ends_at: daysAgo(89) }, true],
    ['91 days after its end', { starts_at: daysAgo(95), ends_at: daysAgo(91) }, false],
    ['91 days after its start, without an end', { starts_at: daysAgo(91) }, false],
    ['while it has no date', { starts_at: null }, true],
  ])('SLF-4: %s a link works: %o, %s', async (_when, event, works) => {
    const { submissionId } = await buildRegistration(db, { event });
    const token = await createToken(db, submissionId);
    expect((await openedBy(token)) === submissionId).toBe(works);
    await db
      .updateTable('registration_tokens')
      .set({ created_at: daysAgo(100) })
      .execute();
    await purgeTokens(db);
    expect(await stored()).toHaveLength(works ? 1 : 0);
  });

  test('SLF-24: a corrected address ends all links; another edit ends none', async () => {
    const { seriesId, eventId, submissionId } = await buildRegistration(db);
    const edit = async (values: object) =>
      server.post(`/event_series/${seriesId}/event/${eventId}/submission/${submissionId}/edit`, values);
    const token = await createToken(db, submissionId);
    await edit({ last_name: 'King' });
    expect(await openedBy(token)).toBe(submissionId);
    await edit({ email: 'countess@example.com' });
    expect(await openedBy(token)).toBeUndefined();
    const next = await createToken(db, submissionId);
    await server.post(`/submission/${submissionId}/address/correct`, { email: 'ada@example.com' });
    expect(await openedBy(next)).toBeUndefined();
  });
});
