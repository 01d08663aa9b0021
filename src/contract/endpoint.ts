import type { z } from 'zod';

/** Who may call: staff with a token, anybody, or anybody but with more shown to staff. */
type Access = 'staff' | 'public' | 'staff-or-public';

type Shape = z.ZodObject;

/**
 * One call of the API. `path` is under `/api`, in Fastify's notation; `response` is the schema of `data` on success, or `'csv'` for a
 * streamed file. `isAdd` marks calls that accept an `Idempotency-Key`, `isEdit` those that accept `If-Match`.
 */
export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType | 'csv' = z.ZodType | 'csv',
> {
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
  readonly isAdd?: boolean;
  readonly isEdit?: boolean;
}

/** Declares a call and keeps the exact types of its schemas, from which server and client infer theirs. */
export const endpoint = <Params extends Shape, Query extends Shape, Body extends z.ZodType, Response extends z.ZodType | 'csv'>(
  declaration: Endpoint<Params, Query, Body, Response>,
): Endpoint<Params, Query, Body, Response> => declaration;
