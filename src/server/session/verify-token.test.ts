import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { identityProvider } from '#server/services/identity.ts';
import { createTestServer } from '#server/testing/server.ts';
import { startTestIdentity } from '#server/testing/services/identity.ts';
import { staffVerifier } from './verify-token.ts';

const outside = await startTestIdentity();
afterAll(async () => outside.close());
const DOMAINS = ['one.example', 'two.example', 'three.example', 'four.example'];
const { checkToken } = identityProvider({
  issuer: outside.issuer,
  clientId: outside.clientId,
  scopes: 'openid email profile',
  authParams: {},
  trustEmail: false,
  allowedDomains: DOMAINS,
});
const server = await createTestServer({}, { verifyToken: staffVerifier(checkToken, { has: () => false }) });

const callAs = async (claims: Record<string, unknown>) => {
  const token = await outside.token(claims);
  const response = await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
};

test.each(DOMAINS)('AUTH-5: an account of the allowed domain %s is accepted', async (domain) => {
  const email = `robin@${domain}`;
  expect(await callAs({ email })).toMatchObject({ status: 200, body: { data: { email } } });
});

test('AUTH-5, API-51: an account of a domain that is not in the list is 403', async () => {
  const detail = 'Your email domain is not allowed to sign in.';
  expect(await callAs({ email: 'robin@five.example' })).toMatchObject({ status: 403, body: { detail } });
});

test('API-51: an unverified address is 403, even if its domain is in the list', async () => {
  const detail = 'Your email address is not verified by the identity provider.';
  expect(await callAs({ email: 'robin@one.example', email_verified: false })).toMatchObject({ status: 403, body: { detail } });
});

test('AUTH-13: a token with hundreds of groups fits together with the cookies of other applications', async () => {
  const groups = Array.from({ length: 500 }, () => randomUUID());
  const token = await outside.token({ email: 'robin@one.example', groups });
  const headers = { authorization: `Bearer ${token}`, cookie: `other=${'x'.repeat(4_000)}` };
  expect((await fetch(`${server.url}/api/me`, { headers })).status).toBe(200);
});
