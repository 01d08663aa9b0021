import type { FastifyRequest } from 'fastify';
import type { FormRef } from '#contract/form-ref.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const isId = (text: string): boolean => UUID.test(text);

/** Routes of sign-ups: the calls, and the public pages. */
const ADDRESSES: Readonly<Record<FormRef['kind'], RegExp>> = { series: /\/events?[_-]series\//, form: /\/form\// };

/** The public form in the address of a request; undefined when there is none. Needs no parsed body. */
export function formOfRequest({ params, routeOptions: { url = '' } }: FastifyRequest): FormRef | undefined {
  const id = typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
  const kind = (['series', 'form'] as const).find((each) => ADDRESSES[each].test(url));
  return kind === undefined || !isId(id) ? undefined : { kind, id };
}
