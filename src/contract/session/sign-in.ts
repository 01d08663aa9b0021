import { z } from 'zod';

/** Paths and messages between the server's sign-in pages and the app. They are under `/auth`, not part of the API. */
export const signInPaths = { login: '/auth/login', callback: '/auth/callback', renew: '/auth/renew', logout: '/auth/logout' } as const;

/** A header that a form on another site cannot send. Renewal and sign-out require it, with any value. */
export const SESSION_HEADER = 'x-turnout-session';
/** Name of the BroadcastChannel for the callback page when the provider's policy has cut `opener`. */
export const SIGN_IN_CHANNEL = 'turnout:sign-in';
/** Key in `sessionStorage` for the callback page's message after a full-page sign-in. */
export const SIGN_IN_HANDOVER = 'turnout:sign-in';

/** A new ID token. `expires_in` is in seconds, so that the browser's clock need not be right. */
export const grantedTokenSchema = z.object({ id_token: z.string().min(1), expires_in: z.int() });

/** The callback page's message; `attempt` repeats what the tab gave to `/auth/login`, and is empty if that was not recognised. */
export const signInMessageSchema = z.discriminatedUnion('outcome', [
  z.object({ type: z.literal('turnout:sign-in'), attempt: z.string(), outcome: z.literal('signed-in'), ...grantedTokenSchema.shape }),
  z.object({
    type: z.literal('turnout:sign-in'),
    attempt: z.string(),
    outcome: z.enum(['cancelled', 'expired', 'rejected', 'unavailable']),
    message: z.string(),
  }),
]);

/** For people in hundreds of groups: a call's headers, including the token, may have 32,768. */
export const ID_TOKEN_MAX_LENGTH = 30_000;

/** The body of renewal and sign-out: the last ID token says whose session it is. */
export const sentTokenSchema = z.object({ id_token: z.string().max(ID_TOKEN_MAX_LENGTH).optional() });

/** The answer to the sign-out call: the URL that ends the session at the provider, if it has one. */
export const signedOutSchema = z.object({ end_session_url: z.string().nullable() });

export type GrantedToken = z.infer<typeof grantedTokenSchema>;
export type SignInMessage = z.infer<typeof signInMessageSchema>;
