import { queryOptions } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';

/** The outside services with the outcome of their last calls. Several screens use it to say what is not configured. */
export const connectionsQuery = () =>
  queryOptions({ queryKey: queryKeys.connections, queryFn: ({ signal }) => call(api.listConnections, { signal }) });
