import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '#admin/session/call.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { type Connection, connectionCalls, type ConnectionTestBody } from '#contract/steps/connections.ts';
import type { ServiceName } from '#contract/steps/steps.ts';
import { queryKeys, readAgain } from './query-keys.ts';
import { scopeQuery } from './step-queries.ts';

/** The external services with the outcome of their last calls. Several screens use it to say what is not configured. */
export const connectionsQuery = () =>
  queryOptions({ queryKey: queryKeys.connections, queryFn: ({ signal }) => call(connectionCalls.listConnections, { signal }) });

export const configuredIn = (connections: readonly Connection[]): ReadonlySet<ServiceName> =>
  new Set(connections.filter((connection) => connection.is_configured).map(({ service }) => service));

/** Which services are configured on this server; undefined while that is loading or could not be read. */
export const useConfiguredServices = (): ReadonlySet<ServiceName> | undefined =>
  useQuery({ ...connectionsQuery(), select: configuredIn }).data;

/** Whether this server sends mails; assumed to be true while unknown. */
export const useHasMail = (): boolean => useConfiguredServices()?.has('mail') !== false;

/** The name of a Slack channel; undefined while unknown, and always without Slack. */
export function useSlackChannelName(channelId: string | undefined): string | undefined {
  const isConfigured = useConfiguredServices()?.has('slack') === true;
  const { data } = useQuery({
    queryKey: queryKeys.slackChannel(channelId ?? ''),
    queryFn: ({ signal }) => call(connectionCalls.getSlackChannel, { query: { channel_id: channelId ?? '' }, signal }),
    enabled: isConfigured && channelId !== undefined,
  });
  return data?.name ?? undefined;
}

/** The outcome becomes the connection's last success or failure. @param form whose setup list then shows it */
export function useConnectionTest<Service extends ServiceName>(service: Service, form?: FormRef) {
  return useMutation({
    mutationFn: (body: ConnectionTestBody<Service>) =>
      call(connectionCalls.testConnection, { params: { service }, body: Object.assign({}, body, scopeQuery(form)) }),
    onSettled: async () => readAgain(queryKeys.connections, ...(form === undefined ? [] : [queryKeys.setup(form)])),
  });
}
