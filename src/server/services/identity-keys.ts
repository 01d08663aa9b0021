import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { fetchFromProvider, ProviderUnreachable } from './identity-fetch.ts';

/** Keys older than this are fetched again, so that withdrawn ones are dropped. */
const KEYS_MAX_AGE_MS = 600_000;
/** Anybody can send tokens that name an unknown key; they cause a fetch at most this often. */
const UNKNOWN_KEY_PAUSE_MS = 30_000;
const FAILURE_PAUSE_MS = 5_000;

interface KeySourceDeps {
  locate: () => Promise<string>;
  /** Milliseconds since 1970. */
  now: () => number;
}

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
export function publishedKeys({ locate, now }: KeySourceDeps): JWTVerifyGetKey {
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
