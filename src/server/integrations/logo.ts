import { fetchFromService } from './service-fetch.ts';

const KEPT_MS = 3_600_000;
/** A server that is away is asked again after this, not by every visitor. */
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

/**
 * The organisation's logo (setting ORGANISATION_LOGO), which our own pages show from our own address: public forms load
 * nothing from other hosts (decision 28). Kept for an hour; while its server is away, or sends no image, the last one.
 * @param now milliseconds since 1970
 */
export function logoSource(url: string, now = Date.now): () => Promise<Logo | undefined> {
  let logo: Logo | undefined;
  let freshUntil = 0;
  let fetching: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    const fetched = await fetchLogo(url).catch(() => undefined); // Without its logo a form works as well.
    logo = fetched ?? logo;
    freshUntil = now() + (fetched === undefined ? RETRY_MS : KEPT_MS);
    fetching = undefined;
  };
  return async () => {
    if (now() >= freshUntil) fetching ??= renew();
    // Only the first visitor waits; later ones get the last one while the next is fetched.
    if (logo === undefined) await fetching;
    return logo;
  };
}
