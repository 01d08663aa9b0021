import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

/** How the stand-in behaves; tests change it. */
interface Behaviour {
  /** The person who signs in. */
  claims: JWTPayload;
  /** Every answer is 503. */
  isDown: boolean;
  /** What happens to a used refresh token. */
  refresh: 'renews' | 'rotates' | 'is refused' | 'is someone else' | 'has no ID token' | 'fails';
  givesRefreshTokens: boolean;
  /** Members of an answer with tokens that some providers send without a value. */
  unset: Readonly<Record<string, null | ''>>;
  /** In characters. */
  refreshTokenLength: number;
  /** The nonce in ID tokens; default: that of the request. */
  nonce: string | undefined;
  /** The error with which the sign-in is refused. */
  authorizationError: string | undefined;
}

interface Announced {
  revocation?: boolean;
  endSession?: boolean;
  methods?: string[];
}

interface Code {
  challenge: string;
  nonce: string | undefined;
  redirectUri: string;
}

interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  publicJwk: JWK;
}

/** The claims of a member of staff, valid for an hour. */
export const staffClaims = (claims: JWTPayload = {}): JWTPayload => ({
  sub: 'robin',
  email: 'robin.hale@example.com',
  email_verified: true,
  name: 'Robin Hale',
  ...claims,
});

async function newKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = randomBytes(6).toString('hex');
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } };
}

interface Answer {
  status: number;
  body?: unknown;
  location?: string;
}

const json = (status: number, body: unknown): Answer => ({ status, body });

function send(response: ServerResponse, { status, body, location }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...(location !== undefined && { location }) });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

function isGoodExchange(code: Code | undefined, given: Readonly<Record<string, string>>): code is Code {
  const challenge = createHash('sha256')
    .update(given.code_verifier ?? '')
    .digest('base64url');
  return code?.challenge === challenge && code.redirectUri === given.redirect_uri;
}

/** A stand-in of an OpenID Connect provider, also of a hostile one; uses none of our code. */
export class TestIdentityProvider {
  readonly clientId = 'turnout';
  readonly clientSecret = 'a secret & with signs: %';
  readonly behaviour: Behaviour = {
    claims: staffClaims(),
    isDown: false,
    refresh: 'rotates',
    givesRefreshTokens: true,
    unset: {},
    refreshTokenLength: 32,
    nonce: undefined,
    authorizationError: undefined,
  };
  /** The number of requests by path. */
  readonly asked = new Map<string, number>();
  readonly revoked: string[] = [];
  readonly tokenRequests: { authorization: string | undefined; body: URLSearchParams }[] = [];
  readonly #codes = new Map<string, Code>();
  readonly #refreshTokens = new Set<string>();
  readonly #announced: Announced;
  readonly #server = createServer((request, response) => void this.#answer(request).then((answer) => send(response, answer)));
  #keys: SigningKey[] = [];
  #host = '127.0.0.1';

  constructor(announced: Announced) {
    this.#announced = { revocation: true, endSession: true, methods: ['client_secret_post'], ...announced };
  }

  async listen(host: string): Promise<this> {
    this.#keys = [await newKey()];
    this.#host = host;
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get issuer(): string {
    return `http://${this.#host}:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The published keys. */
  get publicKeys(): JWK[] {
    return this.#keys.map(({ publicJwk }) => publicJwk);
  }

  /** Replaces the signing key; the old one is no longer published. */
  async rotateKeys(): Promise<void> {
    this.#keys = [await newKey()];
  }

  /** A token of a member of staff, signed by the current key; `claims` override it, undefined removes a claim. */
  async token(claims: JWTPayload = {}): Promise<string> {
    const [key] = this.#keys;
    const now = Math.floor(Date.now() / 1_000);
    const payload = staffClaims({ iss: this.issuer, aud: this.clientId, iat: now, exp: now + 3_600, ...claims });
    return new SignJWT(JSON.parse(JSON.stringify(payload))).setProtectedHeader({ alg: 'ES256', kid: key!.kid }).sign(key!.privateKey);
  }

  /** Signs `payload` with the current key and this header. */
  async signRaw(payload: JWTPayload, header: { alg?: string; kid?: string; typ?: string; jwk?: JWK } = {}): Promise<string> {
    const [key] = this.#keys;
    return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: key!.kid, ...header }).sign(key!.privateKey);
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', this.issuer);
    this.asked.set(url.pathname, (this.asked.get(url.pathname) ?? 0) + 1);
    if (this.behaviour.isDown) return json(503, { error: 'temporarily_unavailable' });
    const body = new URLSearchParams(await text(request));
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(200, this.#metadata());
      case '/jwks':
        return json(200, { keys: this.publicKeys });
      case '/authorize':
        return this.#authorize(url.searchParams);
      case '/token':
        this.tokenRequests.push({ authorization: request.headers.authorization, body });
        return this.#giveTokens(body);
      case '/revoke':
        this.revoked.push(body.get('token') ?? '');
        return json(200, {});
      default:
        return json(404, {});
    }
  }

  #metadata() {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: this.#announced.methods,
      code_challenge_methods_supported: ['S256'],
      ...(this.#announced.revocation === true && { revocation_endpoint: `${this.issuer}/revoke` }),
      ...(this.#announced.endSession === true && { end_session_endpoint: `${this.issuer}/end-session` }),
    };
  }

  #authorize(query: URLSearchParams): Answer {
    const redirectUri = query.get('redirect_uri') ?? '';
    const back = new URL(redirectUri);
    back.searchParams.set('state', query.get('state') ?? '');
    if (this.behaviour.authorizationError === undefined) {
      const code = randomBytes(16).toString('hex');
      this.#codes.set(code, { challenge: query.get('code_challenge') ?? '', nonce: query.get('nonce') ?? undefined, redirectUri });
      back.searchParams.set('code', code);
    } else {
      back.searchParams.set('error', this.behaviour.authorizationError);
      back.searchParams.set('error_description', 'Robin Hale <robin.hale@example.com> said no');
    }
    return { status: 302, location: back.href };
  }

  async #giveTokens(body: URLSearchParams): Promise<Answer> {
    const given = Object.fromEntries(body);
    if (given.grant_type === 'refresh_token') return this.#giveRenewedTokens(given.refresh_token ?? '');
    const code = this.#codes.get(given.code ?? '');
    this.#codes.delete(given.code ?? '');
    if (!isGoodExchange(code, given)) return json(400, { error: 'invalid_grant' });
    const idToken = await this.token({ ...this.behaviour.claims, nonce: this.behaviour.nonce ?? code.nonce });
    return json(200, this.#tokenAnswer({ id_token: idToken, ...(this.behaviour.givesRefreshTokens && this.#newRefreshToken()) }));
  }

  async #giveRenewedTokens(refreshToken: string): Promise<Answer> {
    const { refresh, claims } = this.behaviour;
    if (refresh === 'fails') return json(500, {});
    if (refresh === 'is refused' || !this.#refreshTokens.has(refreshToken) || this.revoked.includes(refreshToken)) {
      return json(400, { error: 'invalid_grant' });
    }
    if (refresh === 'has no ID token') return json(200, this.#tokenAnswer({}));
    const idToken = await this.token({ ...claims, sub: refresh === 'is someone else' ? 'someone-else' : claims.sub });
    if (refresh === 'renews') return json(200, this.#tokenAnswer({ id_token: idToken }));
    this.#refreshTokens.delete(refreshToken);
    return json(200, this.#tokenAnswer({ id_token: idToken, ...this.#newRefreshToken() }));
  }

  #newRefreshToken() {
    const token = randomBytes(this.behaviour.refreshTokenLength).toString('hex').slice(0, this.behaviour.refreshTokenLength);
    this.#refreshTokens.add(token);
    return { refresh_token: token };
  }

  #tokenAnswer(tokens: { id_token?: string; refresh_token?: string }) {
    return { access_token: 'access', token_type: 'Bearer', expires_in: 3_600, ...this.behaviour.unset, ...tokens };
  }
}

/** Starts the stand-in; `host` is its name, always of this machine. */
export const startTestIdentity = async ({
  host = '127.0.0.1',
  ...announced
}: Announced & { host?: string } = {}): Promise<TestIdentityProvider> => new TestIdentityProvider(announced).listen(host);
