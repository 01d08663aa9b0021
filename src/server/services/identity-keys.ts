import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import { fetchFromService } from './service-fetch.ts';

/** The identity provider did not answer, or failed; a later attempt may succeed. */
class ProviderUnreachable extends Error {
  /** @param message without personal data */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderUnreachable';
  }
}

/** @throws ProviderUnreachable when there is no answer, or its status is 429 or 5xx */
async function fetchFromProvider(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetchFromService('The identity provider', url, init).catch((cause: unknown) => {
    throw new ProviderUnreachable('The identity provider could not be reached', { cause });
  });
  if (response.status === 429 || response.status >= 500) throw new ProviderUnreachable(`The identity provider answered ${response.status}`);
  return response;
}

/** Whether the error or one of its causes is a ProviderUnreachable. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof ProviderUnreachable) return true;
  return error instanceof Error && error.cause !== undefined && isUnreachable(error.cause);
}

/** The messages of an error and its causes, with the protocol's error code; without personal data, for the log. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const code = 'error' in error && typeof error.error === 'string' && /^[a-z_]{1,60}$/.test(error.error) ? ` (${error.error})` : '';
  const cause = describeFailure(error.cause);
  return `${error.message}${code}${cause === '' ? '' : `: ${cause}`}`;
}

export interface ProviderAddress {
  issuer: string;
  clientId: string;
  clientSecret?: string;
}

/** How far the provider's clock may differ from ours. */
export const CLOCK_TOLERANCE_S = 30;

/** Plain http is allowed only to this machine. */
const LOOPBACK_HOST = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

// oxlint-disable-next-line typescript/no-deprecated -- the library marks it to make it stand out: it is for loopback only
const plainHttp: ((configuration: oidc.Configuration) => void)[] = [oidc.allowInsecureRequests];

/** A provider that names no method means basic (OpenID Connect Discovery, section 3). */
const authenticate =
  (secret: string | undefined): oidc.ClientAuth =>
  (server, ...request) => {
    if (secret === undefined) return oidc.None()(server, ...request);
    const isPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true;
    return (isPost ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret))(server, ...request);
  };

async function discover({ issuer, clientId, clientSecret }: ProviderAddress): Promise<oidc.Configuration> {
  const address = new URL(issuer);
  const metadata = { client_secret: clientSecret, [oidc.clockTolerance]: CLOCK_TOLERANCE_S };
  return oidc.discovery(address, clientId, metadata, authenticate(clientSecret), {
    execute: address.protocol === 'http:' && LOOPBACK_HOST.test(address.hostname) ? plainHttp : [],
    [oidc.customFetch]: (url, { method, headers, body }) =>
      fetchFromProvider(url, { method, headers, body: body instanceof Uint8Array ? new Uint8Array(body) : body }),
  });
}

/** The provider's configuration, read at the first call: the local provider is not listening when this process starts. */
export function lazyDiscovery(address: ProviderAddress): () => Promise<oidc.Configuration> {
  let found: Promise<oidc.Configuration> | undefined;
  return () => {
    found ??= discover(address).catch((error: unknown) => {
      found = undefined;
      throw new ProviderUnreachable('The configuration of the identity provider could not be read', { cause: error });
    });
    return found;
  };
}

/** Keys older than this are fetched again, so that withdrawn ones are dropped. */
const KEYS_MAX_AGE_MS = 600_000;
/** Anyone can send tokens that name an unknown key; they cause a fetch at most this often. */
const UNKNOWN_KEY_PAUSE_MS = 30_000;
const FAILURE_PAUSE_MS = 5_000;

function isKeySet(value: unknown): value is JSONWebKeySet {
  return typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys);
}

async function fetchKeys(url: string): Promise<JWTVerifyGetKey> {
  const response = await fetchFromProvider(url, { headers: { accept: 'application/json' } });
  if (response.status !== 200) throw new ProviderUnreachable(`The keys of the identity provider answered ${response.status}`);
  try {
    const keys: unknown = await response.json();
    if (isKeySet(keys)) return createLocalJWKSet(keys);
  } catch (cause) {
    throw new ProviderUnreachable('The keys of the identity provider are not readable', { cause });
  }
  throw new ProviderUnreachable('The identity provider publishes no keys');
}

/**
 * The issuer's published keys, for jose. jose's own remote set drops its keys after a while and then fails when the provider is down;
 * this one keeps the known keys and refreshes them in the background. A key in the token itself (`jwk`) is ignored.
 * @throws ProviderUnreachable for an unknown key while the provider does not answer
 */
export function publishedKeys({ locate, now }: { locate: () => Promise<string>; now: () => number }): JWTVerifyGetKey {
  let known: JWTVerifyGetKey | undefined;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let failure: ProviderUnreachable | undefined;
  let running: Promise<void> | undefined;

  async function fetchNow(): Promise<void> {
    fetchedAt = now();
    try {
      known = await fetchKeys(await locate());
      failure = undefined;
    } catch (error) {
      failure = new ProviderUnreachable('The keys of the identity provider could not be read', { cause: error });
    }
  }

  async function refresh(pauseMs: number): Promise<void> {
    if (running === undefined && now() - fetchedAt < (failure === undefined ? pauseMs : FAILURE_PAUSE_MS)) return;
    running ??= fetchNow().finally(() => {
      running = undefined;
    });
    await running;
  }

  const find: (...lookUp: Parameters<JWTVerifyGetKey>) => Promise<Awaited<ReturnType<JWTVerifyGetKey>> | undefined> = async (
    header,
    token,
  ) => {
    try {
      return await known?.(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return undefined;
      throw error;
    }
  };

  return async (header, token) => {
    const key = await find(header, token);
    if (key !== undefined) {
      void refresh(KEYS_MAX_AGE_MS);
      return key;
    }
    await refresh(UNKNOWN_KEY_PAUSE_MS);
    const fresh = await find(header, token);
    if (fresh !== undefined) return fresh;
    throw failure ?? new errors.JWKSNoMatchingKey();
  };
}
