import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { fetchFromService } from './service-fetch.ts';

export interface Logo {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The organisation's logo; undefined when it cannot be loaded. */
export type GetLogo = () => Promise<Logo | undefined>;

async function fetchLogo(url: string): Promise<Logo | undefined> {
  const response = await fetchFromService('The server of the logo', url);
  const type = response.headers.get('content-type') ?? '';
  return response.ok && type.startsWith('image/') ? { type, bytes: await response.bytes() } : undefined;
}

/** The organisation's logo, fetched as public forms load nothing from elsewhere; cached for an hour, longer if its server is away or sends none. */
export function logoSource(url: string, now = Date.now): GetLogo {
  let logo: Logo | undefined;
  let freshUntil = 0;
  let fetching: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    const fetched = await fetchLogo(url).catch(() => undefined); // A form also works without its logo.
    logo = fetched ?? logo;
    freshUntil = now() + (fetched === undefined ? MINUTE_MS : HOUR_MS);
    fetching = undefined;
  };
  return async () => {
    if (now() >= freshUntil) fetching ??= renew();
    // Only the first visitor waits; others get the cached logo while a new one is fetched.
    if (logo === undefined) await fetching;
    return logo;
  };
}

const MAIL_WAITS_MS = 2_000;
const MAIL_LOGO_MAX_BYTES = 30_000;
/** What mail programs show, by its first bytes. */
const IN_MAILS = { 'image/png': [0x89, 0x50, 0x4e, 0x47], 'image/jpeg': [0xff, 0xd8, 0xff] };

/** The logo as mails carry it: a small PNG or JPEG that is there within two seconds; otherwise none, and the name stands alone. */
export async function logoForMail(getLogo: GetLogo | undefined, waitMs = MAIL_WAITS_MS): Promise<Logo | undefined> {
  if (getLogo === undefined) return undefined;
  const logo = await Promise.race([getLogo(), sleep(waitMs, undefined, { ref: false })]);
  if (logo === undefined || logo.bytes.byteLength > MAIL_LOGO_MAX_BYTES) return undefined;
  const [type] = Object.entries(IN_MAILS).find(([, first]) => first.every((byte, index) => logo.bytes[index] === byte)) ?? [];
  return type === undefined ? undefined : { type, bytes: logo.bytes };
}
