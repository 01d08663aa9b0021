import { fetchFromService } from './service-fetch.ts';

const FRESH_MS = 3_600_000;
const RETRY_MS = 60_000;

export interface Logo {
  readonly type: string;
  readonly bytes: Uint8Array;
}

async function fetchLogo(url: string): Promise<Logo | undefined> {
  const response = await fetchFromService('The server of the logo', url);
  const type = response.headers.get('content-type') ?? '';
  return response.ok && type.startsWith('image/') ? { type, bytes: await response.bytes() } : undefined;
}

/** The organisation's logo, fetched as public forms load nothing from elsewhere; cached for an hour, longer if its server is away or sends none. */
export function logoSource(url: string, now = Date.now): () => Promise<Logo | undefined> {
  let logo: Logo | undefined;
  let freshUntil = 0;
  let fetching: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    const fetched = await fetchLogo(url).catch(() => undefined); // A form works without its logo.
    logo = fetched ?? logo;
    freshUntil = now() + (fetched === undefined ? RETRY_MS : FRESH_MS);
    fetching = undefined;
  };
  return async () => {
    if (now() >= freshUntil) fetching ??= renew();
    // Only the first visitor waits; others get the cached logo while a new one is fetched.
    if (logo === undefined) await fetching;
    return logo;
  };
}
