import { z } from 'zod';
import { endpoint, staffWrite } from './endpoint.ts';

export const demoCalls = {
  loadSampleData: endpoint(staffWrite, '/sample_data', {
    response: z.object({ added: z.boolean() }),
    summary: 'Add sample series, forms and sign-ups, once (`added` is false if they exist); not found in production',
  }),
} as const;
