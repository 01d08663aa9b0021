import { z } from 'zod';

export const sampleDataSchema = z.object({
  /** False when it was there already. */
  added: z.boolean(),
});
