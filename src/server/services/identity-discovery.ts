import * as oidc from 'openid-client';
import { fetchFromProvider, ProviderUnreachable } from './identity-fetch.ts';

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
    [oidc.customFetch]: (url, options) =>
      fetchFromProvider(url, { method: options.method, headers: options.headers, body: toBody(options.body) }),
  });
}

function toBody(body: oidc.FetchBody): BodyInit | null | undefined {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return body;
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
