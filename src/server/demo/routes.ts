import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import type { Db } from '#server/db/connection.ts';
import { notFound } from '#server/errors.ts';
import { serve } from '#server/http/serve.ts';
import * as tells from '#server/live/tells.ts';
import { addSampleData } from './commands.ts';

interface SampleDataDeps {
  readonly db: Db;
  readonly isProduction?: boolean;
}

export function sampleDataRoutes(app: FastifyInstance, { db, isProduction = false }: SampleDataDeps): void {
  serve(app, { ...api.loadSampleData, tells: tells.dashboard }, async () => {
    if (isProduction) throw notFound('Sample data');
    return { added: await addSampleData(db) };
  });
}
