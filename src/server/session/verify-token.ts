import { DOMAIN_NOT_ALLOWED } from '#contract/texts/staff.ts';
import { AppError } from '#server/errors.ts';
import type { VerifyToken } from '#server/http/guard.ts';
import type { TokenCheck } from '#server/services/identity-token.ts';
import type { IdentityProvider } from '#server/services/identity.ts';
import type { EndedTokens } from './ended-tokens.ts';

/** Some providers, such as Authelia, leave it out of ID tokens unless they are configured otherwise. */
const NO_EMAIL =
  'The identity provider did not tell us your email address. The person who looks after it must add the ‘email’ claim to the ID token.';

const refusals: Record<Exclude<TokenCheck, { ok: true }>['reason'], (subject?: string) => AppError> = {
  'bad-token': () => new AppError('unauthenticated', 'The token is not valid. Please sign in again.'),
  'no-email': (subject) => new AppError('forbidden', NO_EMAIL, { subject }),
  disallowed: (subject) => new AppError('forbidden', DOMAIN_NOT_ALLOWED, { subject }),
  unverified: (subject) => new AppError('forbidden', 'Your email address is not verified by the identity provider.', { subject }),
  unavailable: () => new AppError('unavailable', 'The identity provider cannot be reached. Please try again.', { retryAfterSeconds: 5 }),
};

/** Makes the guard's `VerifyToken`. It throws AppError `unauthenticated` for a bad or ended token, `forbidden` for a disallowed or unverified address, `unavailable` when the key is unknown and the provider is away. */
export function staffVerifier(checkToken: IdentityProvider['checkToken'], endedTokens: Pick<EndedTokens, 'has'>): VerifyToken {
  return async (token) => {
    const check = await checkToken(token);
    if (!check.ok) throw refusals[check.reason](check.subject);
    if (endedTokens.has(token, check)) throw refusals['bad-token']();
    return check.user;
  };
}
