import { z } from 'zod';
import { id } from './wire-text.ts';

// Shapes that many calls share.

export const nothing = z.object({});
/** Calls without a body accept any body: older clients send `{}` or nothing. */
const anyBody = z.unknown();
export const oneId = z.object({ id });
export const fieldIds = z.object({ id, fieldId: id });

export const staffRead = { method: 'GET', access: 'staff', query: nothing, body: anyBody } as const;
export const staffWrite = { method: 'POST', access: 'staff', query: nothing, body: anyBody } as const;
export const publicWrite = { method: 'POST', access: 'public', query: nothing, body: anyBody } as const;
