import type { FastifySerializerCompiler } from 'fastify';
import type { z } from 'zod';

/** Called with the schema of an answer and the answer as it goes out; throws when they do not agree. */
export type CheckAnswer = (schema: z.ZodType, body: string) => void;

/**
 * Writes answers as plain JSON: presenters are typed by the contract and list every field, so answers of thousands of
 * rows are not walked once more in production. Tests pass `check` and have each answer compared with its schema.
 */
export const serialiser =
  (check: CheckAnswer | undefined): FastifySerializerCompiler<z.ZodType> =>
  ({ schema }) =>
  (data) => {
    const body = JSON.stringify(data);
    check?.(schema, body);
    return body;
  };
