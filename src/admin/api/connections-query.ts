import { queryOptions } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** The outside services, and how each did lately: several screens say what this server is not set up for. */
export const connectionsQuery = () =>
  queryOptions({ queryKey: queryKeys.connections, queryFn: ({ signal }) => call(api.listConnections, { signal }) });
