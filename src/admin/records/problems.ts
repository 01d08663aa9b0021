import type { z } from 'zod';
import type { FieldError } from '#contract/rules/field-error.ts';

export type Problems<Values> = Partial<Record<keyof Values & string, string>>;

export function byPath(errors: readonly FieldError[]): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, message } of errors) problems[path] ??= message;
  return problems;
}

/** The first error of each field, with the server's messages because the schema is the same. */
export const schemaProblems = (schema: z.ZodType, changed: unknown): Record<string, string> =>
  byPath((schema.safeParse(changed).error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message })));
