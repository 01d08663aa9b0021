import type { FastifyInstance } from 'fastify';
import { demoCalls } from '#contract/demo.ts';
import { notFound } from '#server/errors.ts';
import type { Context } from '#server/http/context.ts';
import { serve } from '#server/http/serve.ts';
import { addSampleData } from './commands.ts';

export function sampleDataRoutes(app: FastifyInstance, context: Context): void {
  serve(app, demoCalls.loadSampleData, async ({ by }) => {
    if (context.config.environment === 'production') throw notFound('Sample data');
    return { added: await addSampleData(context, by) };
  });
}
