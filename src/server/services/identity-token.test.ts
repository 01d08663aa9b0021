import { createSecretKey } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { staffClaims, startTestIdentity, type TestIdentityProvider } from '#server/testing/services/identity.ts';
import { type IdentityProvider, type IdentitySettings, identityProvider } from './identity.ts';

let outside: TestIdentityProvider;

beforeEach(async () => {
  outside = await startTestIdentity();
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(async () => {
  vi.useRealTimers();
  await outside.close();
});

const provider = (settings: Partial<IdentitySettings> = {}): IdentityProvider =>
  identityProvider({
    issuer: outside.issuer,
    clientId: outside.clientId,
    scopes: 'openid email profile',
    authParams: {},
    trustEmail: false,
    allowedDomains: ['one.example', 'example.com'],
    ...settings,
  });

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const seconds = () => Math.floor(Date.now() / 1_000);
const times = () => ({ iat: seconds(), exp: seconds() + 3_600 });
const goodClaims = (claims: JWTPayload = {}): JWTPayload =>
  staffClaims({ iss: outside.issuer, aud: outside.clientId, ...times(), ...claims });

test('OIDC-6, OIDC-7: a valid token is accepted, with name and picture', async () => {
  const token = await outside.token({ picture: 'https://pictures.example/robin.png' });
  expect(await provider().checkToken(token)).toMatchObject({
    ok: true,
    user: { email: 'robin.hale@example.com', displayName: 'Robin Hale', photoURL: 'https://pictures.example/robin.png' },
  });
});

test('OIDC-7: a token that names other applications as well is accepted if it was issued to us', async () => {
  const token = await outside.token({ aud: [outside.clientId, 'another-client', 'project'], azp: outside.clientId });
  expect(await provider().checkToken(token)).toMatchObject({ ok: true });
});

describe('claims that are required', () => {
  const requiredClaims = { hd: ['one.example', 'example.com'] };

  test.each<[string, JWTPayload]>([
    ['without it, as a consumer account of the same address has none', {}],
    ['another value', { hd: 'elsewhere.example' }],
    ['a value that only begins with the same text', { hd: 'example.com.evil.example' }],
    ['an empty value', { hd: '' }],
    ['an object without it as a key', { hd: { 0: 'example.com' } }],
    ['an object that denies it', { hd: { 'example.com': false } }],
    ['null', { hd: null }],
  ])('SEC-6: a token is disallowed with %s', async (_what, claims) => {
    expect(await provider({ requiredClaims }).checkToken(await outside.token(claims))).toMatchObject({ ok: false, reason: 'disallowed' });
  });

  test.each<[string, JWTPayload]>([
    ['the value', { hd: 'example.com' }],
    ['another of the values', { hd: 'one.example' }],
    ['a list that holds it', { hd: ['staff', 'example.com'] }],
    ['an object that has it as a key, as Zitadel lists roles', { hd: { 'example.com': { 12: 'staff.one.example' } } }],
  ])('SEC-6: a token is accepted with %s', async (_what, claims) => {
    expect(await provider({ requiredClaims }).checkToken(await outside.token(claims))).toMatchObject({ ok: true });
  });
});

test.each([
  [{ given_name: 'Jan', family_name: 'Novák' }, 'Jan Novák'],
  [{ name: '', given_name: ' Jan ' }, 'Jan'],
  [{ name: ['Jan'], given_name: null, family_name: 'Novák' }, 'Novák'],
  [{ name: 'Novák Jan', given_name: 'Jan' }, 'Novák Jan'],
])('OIDC-25: a person with the claims %o is named %s', async (claims, displayName) => {
  const token = await outside.token(staffClaims({ name: undefined, ...claims }));
  expect(await provider().checkToken(token)).toMatchObject({ user: { displayName } });
});

test('a person without a name is named by the address; a picture without https is dropped', async () => {
  const token = await outside.token({ name: ' ', picture: 'javascript:alert(1)' });
  expect(await provider().checkToken(token)).toMatchObject({ user: { displayName: 'robin.hale@example.com', photoURL: null } });
});

test('a name can be stored, whatever the provider sends', async () => {
  const token = await outside.token({ name: `R\u0000obin ${'x'.repeat(192)}\u{1f600}` });
  expect(await provider().checkToken(token)).toMatchObject({ user: { displayName: `Robin ${'x'.repeat(192)}\ufffd` } });
});

describe('hostile tokens are bad tokens', () => {
  /** Each makes a token that is valid except for one thing. */
  const hostile: Record<string, () => Promise<string>> = {
    'no token at all': async () => 'nonsense',
    'an empty one': async () => '',
    'one that is far too long': async () => 'x'.repeat(100_000),
    'alg none': async () => new UnsecuredJWT(goodClaims()).encode(),
    'HS256 with the public key as the secret': async () => {
      const secret = createSecretKey(JSON.stringify(outside.publicKeys[0]), 'utf8');
      return new SignJWT(goodClaims()).setProtectedHeader({ alg: 'HS256', kid: outside.publicKeys[0]!.kid! }).sign(secret);
    },
    'another issuer': async () => outside.token({ iss: 'https://evil.example' }),
    'another audience': async () => outside.token({ aud: 'another-client' }),
    'an audience that holds someone else too': async () => outside.token({ aud: [outside.clientId, 'another-client'] }),
    'another authorised party': async () => outside.token({ azp: 'another-client' }),
    'another authorised party among its audience': async () =>
      outside.token({ aud: [outside.clientId, 'another-client'], azp: 'another-client' }),
    'no audience': async () => outside.signRaw(goodClaims({ aud: undefined })),
    'no end': async () => outside.signRaw(goodClaims({ exp: undefined })),
    'no subject': async () => outside.signRaw(goodClaims({ sub: undefined })),
    'a subject that is null': async () => outside.signRaw({ ...goodClaims(), sub: null } as unknown as JWTPayload),
    'a subject that is a number': async () => outside.signRaw({ ...goodClaims(), sub: 7 } as unknown as JWTPayload),
    'a subject that the database cannot store': async () => outside.token({ sub: 'ada\0' }),
    'an end that the database cannot store': async () => outside.token({ exp: 1e18 }),
    'a time of issue before 1970': async () => outside.token({ iat: -1e13 }),
    'no time of issue': async () => outside.signRaw(goodClaims({ iat: undefined })),
    'an end in the past': async () => outside.token({ exp: seconds() - 31 }),
    'a beginning in the future': async () => outside.token({ nbf: seconds() + 31 }),
    'an unknown key': async () => outside.signRaw(goodClaims(), { kid: 'unknown' }),
    'a key of its own inside': async () => {
      const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
      const header = { alg: 'ES256', kid: 'mine', jwk: await exportJWK(publicKey) };
      return new SignJWT(goodClaims()).setProtectedHeader(header).sign(privateKey);
    },
    'a key of its own inside, under the name of a known one': async () => {
      const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
      const header = { alg: 'ES256', kid: outside.publicKeys[0]!.kid!, jwk: await exportJWK(publicKey) };
      return new SignJWT(goodClaims()).setProtectedHeader(header).sign(privateKey);
    },
    'a changed payload': async () => {
      const [header, , signature] = (await outside.token()).split('.');
      const payload = Buffer.from(JSON.stringify(goodClaims({ email: 'boss@example.com' }))).toString('base64url');
      return [header, payload, signature].join('.');
    },
    'the type of an access token': async () => outside.signRaw(goodClaims(), { typ: 'at+jwt' }),
    'the type of a logout token': async () => outside.signRaw(goodClaims(), { typ: 'logout+jwt' }),
  };

  test.each(Object.entries(hostile))('OIDC-7: %s', async (_name, make) => {
    expect(await provider().checkToken(await make())).toMatchObject({ ok: false, reason: 'bad-token' });
  });

  test.each<[string, () => JWTPayload]>([
    ['ended', () => ({ exp: seconds() - 29 })],
    ['not begun', () => ({ nbf: seconds() + 29 })],
  ])('OIDC-7: clocks may differ by 30 seconds: a token that has %s for less is valid', async (_what, claims) => {
    expect(await provider().checkToken(await outside.token(claims()))).toMatchObject({ ok: true });
  });

  test('a token signed with the public key as a secret is rejected', async () => {
    const [published] = outside.publicKeys;
    expect(published).not.toHaveProperty('d');
    expect(await importJWK(published!)).toMatchObject({ type: 'public' });
  });
});

describe('OIDC-10: the part after the only @ equals an allowed domain', () => {
  test.each([
    ['x@one.example', true],
    ['X@ONE.Example', true],
    ['x@evil-one.example', false],
    ['x@one.example.evil', false],
    ['x@sub.one.example', false],
    ['"a@one.example"@evil.example', false],
    ['a@evil.example@one.example', false],
    ['x@one.example.', false],
    ['x@оne.example', false],
    ['x@one。example', false],
    ['х@one.example', false],
    ['x@one.example\n', false],
    [' x@one.example', false],
    ['x y@one.example', false],
    ['@one.example', false],
    ['one.example', false],
    ['x@', false],
    [`${'x'.repeat(250)}@one.example`, false],
    [['x@one.example'], false],
  ])('%j: %s', async (email, isAllowed) => {
    const check = await provider().checkToken(await outside.token({ email }));
    expect(check).toMatchObject(isAllowed ? { ok: true } : { ok: false, reason: 'disallowed' });
  });
});

describe('OIDC-8, OIDC-9: the address is verified', () => {
  test.each<[unknown, boolean, boolean]>([
    [true, true, true],
    [false, false, false],
    [undefined, false, true],
    ['true', false, true],
    ['false', false, false],
    [['true'], false, false],
    [null, false, false],
    [1, false, false],
  ])('email_verified %j: accepted %s, with OIDC_TRUST_EMAIL %s', async (verified, isAccepted, isTrusted) => {
    const token = await outside.token({ email_verified: verified });
    expect((await provider().checkToken(token)).ok).toBe(isAccepted);
    expect((await provider({ trustEmail: true }).checkToken(token)).ok).toBe(isTrusted);
  });

  test('OIDC-24: an unverified address is distinguished from a bad token, and from one that lacks a claim', async () => {
    expect(await provider().checkToken(await outside.token({ email_verified: false }))).toMatchObject({ reason: 'unverified' });
    for (const verified of [undefined, 'true']) {
      expect(await provider().checkToken(await outside.token({ email_verified: verified }))).toMatchObject({
        reason: 'unverified',
        detail: expect.stringContaining('OIDC_TRUST_EMAIL'),
      });
    }
    for (const email of [undefined, null, '']) {
      expect(await provider().checkToken(await outside.token({ email }))).toMatchObject({ reason: 'no-email' });
    }
  });
});

describe('OIDC-6: the published keys', () => {
  test('are fetched once for many tokens', async () => {
    const { checkToken } = provider();
    for (let count = 0; count < 5; count += 1) await checkToken(await outside.token({ jti: String(count) }));
    expect(outside.asked.get('/jwks')).toBe(1);
  });

  test('a new one is accepted 30 seconds after the last fetch; until then no token can cause another', async () => {
    const { checkToken } = provider();
    await checkToken(await outside.token());
    await outside.rotateKeys();
    const token = await outside.token();
    for (let count = 0; count < 20; count += 1) expect(await checkToken(token)).toMatchObject({ reason: 'bad-token' });
    expect(outside.asked.get('/jwks')).toBe(1);
    pass(30_000);
    expect(await checkToken(token)).toMatchObject({ ok: true });
    expect(outside.asked.get('/jwks')).toBe(2);
  });

  test('a withdrawn one is refused after the next fetch', async () => {
    const { checkToken } = provider();
    const old = await outside.token();
    await checkToken(old);
    await outside.rotateKeys();
    pass(61_000);
    expect(await checkToken(await outside.token())).toMatchObject({ ok: true });
    expect(await checkToken(old)).toMatchObject({ reason: 'bad-token' });
  });

  test('known ones keep working while the provider is down; unknown ones are "not reachable", and the provider is called every five seconds', async () => {
    const { checkToken } = provider();
    await checkToken(await outside.token());
    const known = await outside.token({ jti: 'another' });
    await outside.rotateKeys();
    const unknown = await outside.token();
    outside.behaviour.isDown = true;
    pass(3_000_000);
    expect(await checkToken(known)).toMatchObject({ ok: true });
    for (let count = 0; count < 5; count += 1) expect(await checkToken(unknown)).toMatchObject({ reason: 'unavailable' });
    expect(outside.asked.get('/jwks')).toBe(2);
    outside.behaviour.isDown = false;
    pass(5_000);
    expect(await checkToken(unknown)).toMatchObject({ ok: true });
  });

  test('a provider that was down at startup is soon asked again', async () => {
    outside.behaviour.isDown = true;
    const { checkToken } = provider();
    const token = await outside.token();
    expect(await checkToken(token)).toMatchObject({ reason: 'unavailable' });
    outside.behaviour.isDown = false;
    pass(5_000);
    expect(await checkToken(token)).toMatchObject({ ok: true });
  });

  test('an issuer that does not answer is "not reachable"', async () => {
    const { checkToken } = provider({ issuer: 'http://127.0.0.1:9' });
    expect(await checkToken(await outside.token())).toMatchObject({ reason: 'unavailable', detail: expect.stringContaining('could not') });
  });

  test('a plain http issuer on another machine is not called', async () => {
    const { checkToken } = provider({ issuer: 'http://id.example' });
    expect(await checkToken(await outside.token())).toMatchObject({
      reason: 'unavailable',
      detail: expect.stringContaining('only requests to HTTPS are allowed'),
    });
  });
});

test('an accepted token is cached for a minute, never beyond its expiry', async () => {
  const { checkToken } = provider();
  const [short, long] = [await outside.token({ exp: seconds() + 10 }), await outside.token()];
  await checkToken(short);
  await checkToken(long);
  await outside.rotateKeys();
  pass(41_000);
  expect(await checkToken(short)).toMatchObject({ reason: 'bad-token' });
  expect(await checkToken(long)).toMatchObject({ ok: true });
  pass(20_000);
  await checkToken(await outside.token());
  expect(await checkToken(long)).toMatchObject({ reason: 'bad-token' });
});
