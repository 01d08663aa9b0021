import type { FastifyRequest } from 'fastify';
import type { FormRef } from '#contract/form-ref.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The valid id in the address of a request, if any; needs no parsed body. */
export function idOfRequest({ params }: FastifyRequest): string | undefined {
  const id = typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
  return UUID.test(id) ? id : undefined;
}

/** Routes of sign-ups: the calls, and the public pages. */
const ADDRESSES: Readonly<Record<FormRef['kind'], RegExp>> = { series: /\/events?[_-]series\//, form: /\/form\// };

/** The public form in the address of a request; undefined when there is none. */
export function formOfRequest(request: FastifyRequest): FormRef | undefined {
  const { url = '' } = request.routeOptions;
  const id = idOfRequest(request);
  const kind = (['series', 'form'] as const).find((each) => ADDRESSES[each].test(url));
  return kind === undefined || id === undefined ? undefined : { kind, id };
}
