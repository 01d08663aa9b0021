import type { z } from 'zod';

export type Problems<Values> = Partial<Record<keyof Values & string, string>>;

/** The first error of each field, with the server's messages because the schema is the same. */
export function schemaProblems(schema: z.ZodType, changed: unknown): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(changed).error?.issues ?? []) problems[path.join('.')] ??= message;
  return problems;
}
