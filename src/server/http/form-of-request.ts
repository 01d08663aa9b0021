import type { FastifyRequest } from 'fastify';
import type { FormRef } from '#server/features/sign-up/queries.ts';

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Where a form's sign-ups go: the calls, and the pages without script. */
const ADDRESSES: Readonly<Record<FormRef['kind'], RegExp>> = { series: /\/events?[_-]series\//, marketing: /\/form\// };

/** The public form that a request is about, told by its route before anything of it is read; undefined when it is about none. */
export function formOfRequest({ params, routeOptions: { url = '' } }: FastifyRequest): FormRef | undefined {
  const id = typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
  const kind = (['series', 'marketing'] as const).find((each) => ADDRESSES[each].test(url));
  return kind === undefined || !ID.test(id) ? undefined : { kind, id };
}
