import { z } from 'zod';
import { type Endpoint, endpoint, staffRead } from '../endpoint.ts';

export const userSchema = z.object({ email: z.string(), displayName: z.string(), photoURL: z.string().nullable() });

export const sessionCalls = { getMe: endpoint(staffRead, '/me', { response: userSchema, summary: 'The signed-in user' }) } as const;

export type User = z.infer<typeof userSchema>;

/** What a member of staff may do: everything, until there are roles. */
export const rightsOf = (_user: User): readonly Endpoint['needs'][] => ['view', 'edit', 'admin'];
