import { hash } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import { asStorable, isStorable } from '#contract/rules/text.ts';
import { ID_TOKEN_MAX_LENGTH } from '#contract/session/sign-in.ts';
import { SECOND_MS } from '#contract/time.ts';
import { CLOCK_TOLERANCE_S, describeFailure, isUnreachable } from './identity-keys.ts';

export interface StaffUser {
  email: string;
  displayName: string;
  photoURL: string | null;
  /** Issuer and subject, which are never someone else's, as an address may become. */
  subject: string;
}

/** A good token; times are in seconds since 1970. */
export interface GoodToken {
  ok: true;
  user: StaffUser;
  issuedAt: number;
  expiresAt: number;
}

/** `detail` is for the log. */
export type TokenCheck =
  | GoodToken
  | {
      ok: false;
      reason: 'bad-token' | 'no-email' | 'disallowed' | 'unverified' | 'unavailable';
      detail?: string;
      subject?: string | undefined;
    };

export interface TokenRules {
  clientId: string;
  /** Lowercased. */
  allowedDomains: readonly string[];
  /** Accepts a token whose `email_verified` is missing or the word `true`, for issuers with one tenant. */
  trustEmail: boolean;
  /** Claims that a token must carry, each with one of these values. */
  requiredClaims?: Readonly<Record<string, readonly string[]>>;
}

interface TokenCheckDeps extends TokenRules {
  /** The issuer as the provider itself spells it. */
  issuer: () => Promise<string>;
  keys: JWTVerifyGetKey;
}

/** Only asymmetric ones: with a symmetric one, the public key would be the secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
const MAX_EMAIL_LENGTH = 254;
const MAX_NAME_LENGTH = 200;
const YEAR_9999_S = Date.UTC(9999) / SECOND_MS;
/** For this long an accepted token is not verified again, since the signature costs more than all other checks of a request. */
const REMEMBER_MS = 60_000;
const MAX_REMEMBERED = 1_000;
/** `email_verified` from providers that leave it out, or send a word. */
const TRUSTED: readonly unknown[] = [undefined, 'true'];
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

const textClaim = (claims: JWTPayload, name: string): string | undefined => {
  const value = claims[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

/** The lowercased part after the only `@`; undefined when the address is not plain ASCII or has several. */
function domainOf(email: string): string | undefined {
  if (email.length > MAX_EMAIL_LENGTH || !VISIBLE_ASCII.test(email)) return undefined;
  const [local, domain, ...more] = email.split('@');
  return local === '' || domain === undefined || more.length > 0 ? undefined : domain.toLowerCase();
}

/** Entra ID, Cognito and others send the parts of a name, and `name` only if asked to. */
function nameOf(claims: JWTPayload): string | undefined {
  const parts = [textClaim(claims, 'given_name'), textClaim(claims, 'family_name')].filter((part) => part !== undefined);
  return textClaim(claims, 'name') ?? (parts.length === 0 ? undefined : parts.join(' '));
}

function pictureOf(claims: JWTPayload): string | null {
  const picture = textClaim(claims, 'picture');
  return picture !== undefined && URL.parse(picture)?.protocol === 'https:' ? picture : null;
}

/** jose also accepts a token for several audiences: one that was issued to another of them is not ours. Zitadel names all applications of a project. */
const isIssuedToUs = ({ aud, azp }: JWTPayload, clientId: string): boolean =>
  azp === undefined ? [aud].flat().length === 1 : azp === clientId;

/** A claim may be a list, such as groups, or, as Zitadel's roles, an object whose keys are the values, unless they are `false` there. */
const claimValues = (claim: unknown): unknown[] =>
  typeof claim === 'object' && claim !== null && !Array.isArray(claim)
    ? Object.entries(claim).flatMap(([name, value]) => (value ? name : []))
    : [claim].flat();

/** The name of the first claim without a required value. */
const missingClaim = (claims: JWTPayload, required: TokenCheckDeps['requiredClaims'] = {}): string | undefined =>
  Object.keys(required).find((name) => !claimValues(claims[name]).some((value) => required[name]?.includes(String(value))));

/** Whether the database can store it: a single sign-out that cannot be stored would keep all later ones from the other servers. */
const isTime = (seconds: number | undefined): seconds is number => seconds !== undefined && seconds >= 0 && seconds < YEAR_9999_S;

const isSubject = (sub: unknown): boolean => typeof sub === 'string' && sub.trim() !== '' && isStorable(sub);

type Refusal = Pick<Exclude<TokenCheck, GoodToken>, 'reason' | 'detail'>;

const ABSENT: readonly unknown[] = [undefined, null, ''];

/** Why someone may not sign in, by the claims about their address. */
function whyRefused(claims: JWTPayload, { allowedDomains, requiredClaims, trustEmail }: TokenRules): Refusal | undefined {
  const { email, email_verified: verified } = claims;
  if (ABSENT.includes(email)) return { reason: 'no-email', detail: 'The ID token has no claim email, or an empty one' };
  if (typeof email !== 'string' || !allowedDomains.includes(domainOf(email) ?? '')) return { reason: 'disallowed' };
  const missing = missingClaim(claims, requiredClaims);
  if (missing !== undefined) return { reason: 'disallowed', detail: `The claim ${missing} is not as required` };
  if (verified === true || (trustEmail && TRUSTED.includes(verified))) return undefined;
  return TRUSTED.includes(verified)
    ? { reason: 'unverified', detail: 'The claim email_verified of the ID token is missing, or is a word (see OIDC_TRUST_EMAIL)' }
    : { reason: 'unverified' };
}

function admit(claims: JWTPayload, times: Pick<GoodToken, 'issuedAt' | 'expiresAt'>, deps: TokenCheckDeps): TokenCheck {
  const { iss: issuer, sub: subject } = claims;
  const refusal = whyRefused(claims, deps);
  if (refusal !== undefined) return { ok: false, ...refusal, subject };
  const email = textClaim(claims, 'email') ?? '';
  const displayName = asStorable((nameOf(claims) ?? email).slice(0, MAX_NAME_LENGTH));
  return { ok: true, user: { email, displayName, photoURL: pictureOf(claims), subject: `${issuer} ${subject}` }, ...times };
}

async function verify(token: string, deps: TokenCheckDeps): Promise<TokenCheck> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, deps.keys, {
      issuer: await deps.issuer(),
      audience: deps.clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ['iss', 'aud', 'exp', 'iat', 'sub'],
      clockTolerance: CLOCK_TOLERANCE_S,
    });
    // Access and logout tokens of the same issuer have another `typ`.
    const isIdToken = protectedHeader.typ === undefined || protectedHeader.typ.toUpperCase() === 'JWT';
    const { iat: issuedAt, exp: expiresAt } = payload;
    if (!isIdToken || !isSubject(payload.sub) || !isTime(issuedAt) || !isTime(expiresAt) || !isIssuedToUs(payload, deps.clientId))
      return { ok: false, reason: 'bad-token' };
    return admit(payload, { issuedAt, expiresAt }, deps);
  } catch (error) {
    if (isUnreachable(error)) return { ok: false, reason: 'unavailable', detail: describeFailure(error) };
    if (error instanceof errors.JOSEError) return { ok: false, reason: 'bad-token', detail: error.code };
    throw error;
  }
}

/** Makes the check of ID tokens. Accepted ones are cached by digest for a minute, never beyond their expiry. */
export function tokenChecker(deps: TokenCheckDeps): (token: string) => Promise<TokenCheck> {
  const accepted = new LRUCache<string, { readonly check: TokenCheck; readonly until: number }>({ max: MAX_REMEMBERED });
  return async (token) => {
    if (token.length > ID_TOKEN_MAX_LENGTH)
      return { ok: false, reason: 'bad-token', detail: `It has more than ${ID_TOKEN_MAX_LENGTH} characters` };
    const digest = hash('sha256', token, 'base64');
    const before = accepted.get(digest);
    if (before !== undefined && Date.now() < before.until) return before.check;
    const check = await verify(token, deps);
    if (check.ok) accepted.set(digest, { check, until: Math.min(check.expiresAt * 1_000, Date.now() + REMEMBER_MS) });
    return check;
  };
}
