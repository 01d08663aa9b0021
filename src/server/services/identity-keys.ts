import { createRemoteJWKSet, customFetch, type FetchImplementation, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import { z } from 'zod';
import { configurationOf, mayBeCalled } from './identity-issuer.ts';
import { fetchFromService } from './service-fetch.ts';

/** The identity provider did not answer, or failed; a later attempt may succeed. Its message has no personal data. */
class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable';
}

/** @throws ProviderUnreachable when there is no answer, or its status is 429, 5xx or a temporary redirect */
async function fetchFromProvider(url: string, init: RequestInit): Promise<Response> {
  const response = await fetchFromService('The identity provider', url, init).catch((cause: unknown) => {
    throw new ProviderUnreachable('The identity provider could not be reached', { cause });
  });
  if (response.status === 429 || response.status >= 500) throw new ProviderUnreachable(`The identity provider answered ${response.status}`);
  return response;
}

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

/** Without the members that a provider leaves empty: the library refuses `"refresh_token": null`. */
async function readFromProvider(url: string, init: RequestInit): Promise<Response> {
  const response = await fetchFromProvider(url, init);
  try {
    const given = z.looseObject({}).parse(await response.clone().json());
    const members = Object.entries(given).filter(([, value]) => value !== null && value !== '');
    return new Response(JSON.stringify(Object.fromEntries(members)), response);
  } catch {
    return response; // It is not an object, such as a page.
  }
}

async function discover({ issuer, clientId, clientSecret }: ProviderAddress): Promise<oidc.Configuration> {
  const address = new URL(configurationOf(issuer));
  const metadata = { client_secret: clientSecret, [oidc.clockTolerance]: CLOCK_TOLERANCE_S };
  const found = await oidc.discovery(address, clientId, metadata, authenticate(clientSecret), {
    execute: address.protocol === 'http:' && LOOPBACK_HOST.test(address.hostname) ? plainHttp : [],
    [oidc.customFetch]: (url, { method, headers, body }) =>
      readFromProvider(url, { method, headers, body: body instanceof Uint8Array ? new Uint8Array(body) : body }),
  });
  const { issuer: own } = found.serverMetadata();
  if (!mayBeCalled(issuer, own)) throw new Error(`The provider of OIDC_ISSUER calls itself ${own}`);
  return found;
}

/** A configuration older than this is read again in the background: a provider may change its addresses, and how it signs. */
const CONFIGURATION_MAX_AGE_MS = 60_000;

/** The provider's configuration, read at the first call: the local provider is not listening when this process starts. */
export function lazyDiscovery(address: ProviderAddress, onStale: (err: unknown) => void): () => Promise<oidc.Configuration> {
  let known: Promise<oidc.Configuration> | undefined;
  let askedAt = 0;
  return () => {
    if (known !== undefined && Date.now() - askedAt < CONFIGURATION_MAX_AGE_MS) return known;
    askedAt = Date.now();
    const isKnown = known !== undefined;
    const read = discover(address);
    read.then(
      () => (known = read),
      (err: unknown) => (isKnown ? onStale(err) : undefined), // The one that is known stays.
    );
    known ??= read.catch((error: unknown) => {
      known = undefined;
      throw new ProviderUnreachable('The configuration of the identity provider could not be read', { cause: error });
    });
    return known;
  };
}

/** Keys older than this are fetched again, so that withdrawn ones are dropped. */
const KEYS_MAX_AGE_MS = 600_000;
const FAILURE_PAUSE_MS = 5_000;

const keySet = z.object({ keys: z.array(z.looseObject({})) });

/**
 * The issuer's keys, for jose: known ones keep working while the provider is down, and are refreshed in the background. Unknown ones, which anyone can name,
 * cause at most one fetch every 30 seconds.
 * @throws ProviderUnreachable for an unknown key while the provider does not answer
 */
export function publishedKeys(locate: () => Promise<string>): JWTVerifyGetKey {
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let failure: { readonly at: number; readonly error: ProviderUnreachable } | undefined;

  async function fetchKeys(...[, init]: Parameters<FetchImplementation>): Promise<Response> {
    if (failure !== undefined && Date.now() - failure.at < FAILURE_PAUSE_MS) throw failure.error;
    try {
      const response = await fetchFromProvider(await locate(), init); // The set remembers the address that it began with.
      if (response.status !== 200) throw new Error(`The keys of the identity provider answered ${response.status}`);
      keySet.parse(await response.clone().json());
      [readAt, failure] = [Date.now(), undefined];
      return response;
    } catch (cause) {
      failure = { at: Date.now(), error: new ProviderUnreachable('The keys of the identity provider could not be read', { cause }) };
      throw failure.error;
    }
  }

  return async (header, token) => {
    const url = URL.parse(await locate());
    if (url === null) throw new ProviderUnreachable('The identity provider publishes no keys');
    keys ??= createRemoteJWKSet(url, { cacheMaxAge: Infinity, [customFetch]: fetchKeys });
    if (Date.now() - readAt >= KEYS_MAX_AGE_MS) keys.reload().catch(() => undefined); // A token that needs the result waits for it below.
    return keys(header, token);
  };
}
