import { z } from 'zod';

export const userSchema = z.object({
  email: z.string(),
  displayName: z.string(),
  photoURL: z.string().nullable(),
});

export type User = z.infer<typeof userSchema>;
