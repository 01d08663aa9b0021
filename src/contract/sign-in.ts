import { z } from 'zod';

/**
 * What the sign-in pages of the server and the app in the browser say to each other (decisions 24 and 26). These are
 * not calls of the API: they live under `/auth`, beside it.
 */
export const signInPaths = {
  login: '/auth/login',
  callback: '/auth/callback',
  renew: '/auth/renew',
  logout: '/auth/logout',
} as const;

/** A header that a form of another site cannot send; renewal and sign-out ask for it, its value does not matter. */
export const SESSION_HEADER = 'x-turnout-session';

/** Name of the BroadcastChannel on which the callback page speaks when a provider's own policy has cut `opener`. */
export const SIGN_IN_CHANNEL = 'turnout:sign-in';

/** Key in `sessionStorage` under which the callback page leaves its message after a full-page sign-in. */
export const SIGN_IN_HANDOVER = 'turnout:sign-in';

/** A fresh ID token. `expires_in` is in seconds, so that the browser's clock need not be right. */
export const grantedTokenSchema = z.object({ id_token: z.string().min(1), expires_in: z.int() });

/**
 * The message of the callback page. `attempt` is what the app gave to `/auth/login`, so that a tab takes only the
 * answer to its own question; empty when the sign-in was not recognised.
 */
export const signInMessageSchema = z.discriminatedUnion('outcome', [
  z.object({ type: z.literal('turnout:sign-in'), attempt: z.string(), outcome: z.literal('signed-in'), ...grantedTokenSchema.shape }),
  z.object({
    type: z.literal('turnout:sign-in'),
    attempt: z.string(),
    outcome: z.enum(['cancelled', 'expired', 'rejected', 'unavailable']),
    message: z.string(),
  }),
]);

/** The body of the sign-out call: the last ID token tells the provider whose session ends there. */
export const signOutSchema = z.object({ id_token: z.string().max(16_384).optional() });

/** Answer to the sign-out call: where the browser goes to end the session at the provider, if it offers that. */
export const signedOutSchema = z.object({ end_session_url: z.string().nullable() });

export type GrantedToken = z.infer<typeof grantedTokenSchema>;
export type SignInMessage = z.infer<typeof signInMessageSchema>;
export type SignedOut = z.infer<typeof signedOutSchema>;
