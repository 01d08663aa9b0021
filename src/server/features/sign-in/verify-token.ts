import { DOMAIN_NOT_ALLOWED } from '#contract/texts/staff.ts';
import type { User } from '#contract/user.ts';
import { AppError } from '#server/errors.ts';
import type { Identity, TokenCheck } from './identity.ts';

const refusals = {
  'bad-token': () => new AppError('unauthenticated', 'The token is not valid. Please sign in again.'),
  disallowed: () => new AppError('forbidden', DOMAIN_NOT_ALLOWED),
  unverified: () => new AppError('forbidden', 'Your email address is not verified by the identity provider.'),
  unavailable: () => new AppError('unavailable', 'The identity provider cannot be reached. Please try again.', { retryAfterSeconds: 5 }),
} satisfies Record<Exclude<TokenCheck, { ok: true }>['reason'], () => AppError>;

/**
 * Makes the guard's check of a Bearer token (decision 25). The function it makes throws AppError: `unauthenticated` for a
 * bad token, `forbidden` for a disallowed or unverified address, `unavailable` when the key is unknown and the provider down.
 */
export function staffVerifier(checkToken: Identity['checkToken']): (token: string) => Promise<User> {
  return async (token) => {
    const check = await checkToken(token);
    if (check.ok) return check.user;
    throw refusals[check.reason]();
  };
}
