import { hash, randomBytes } from 'node:crypto';

/** The paths that precede a token in an address; the files of `deploy/` keep the rest out of the logs of proxies. */
export const TOKEN_PATHS = { selfService: '/registration/', feed: '/calendar/', unsubscribe: '/unsubscribe/' } as const;

export const selfServiceUrl = (eventsServerUrl: string, token: string): string => `${eventsServerUrl}${TOKEN_PATHS.selfService}${token}`;

/** Someone's self-service page with an offer first and in view. */
export const offerUrl = (selfService: string, eventId: string): string => `${selfService}?event=${encodeURIComponent(eventId)}#events`;

/** 128 random bits in base64url. */
const BYTES = 16;
const SHAPE = /^[\w-]{22}$/;

/** The stored form of a token, which someone who reads the database cannot use. */
const digestOf = (token: string): Buffer => hash('sha256', token, 'buffer');

/** A token that opens the page of its address to anyone who has it. */
export function newAccessToken(): { readonly token: string; readonly digest: Buffer } {
  const token = randomBytes(BYTES).toString('base64url');
  return { token, digest: digestOf(token) };
}

/** The stored digest of a token; undefined for a text that cannot be one. */
export const digestOfToken = (text: string): Buffer | undefined => (SHAPE.test(text) ? digestOf(text) : undefined);
