import type { FastifyRequest } from 'fastify';
import { routeName } from '#server/metrics/answer-metrics.ts';

/** The route of a request as logs and traces name it; undefined where there is none. */
export const routeNameOf = ({ routeOptions: { url } }: FastifyRequest): string | undefined =>
  url === undefined ? undefined : routeName(url);
