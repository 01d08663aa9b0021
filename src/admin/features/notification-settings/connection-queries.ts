import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { connectionsQuery } from '#admin/features/connections/connection-queries.ts';
import { api } from '#contract/api.ts';
import type { MailTest } from '#contract/connections.ts';
import type { ConfiguredServices } from './service-warnings.ts';

/** Which services are configured on this server; undefined while that is loading or could not be read. */
export function useConfiguredServices(): ConfiguredServices {
  const { data } = useQuery(connectionsQuery());
  if (data === undefined) return undefined;
  const isConfigured = (name: string) => data.some(({ service, is_configured: isSet }) => service === name && isSet);
  return { slack: isConfigured('slack'), mail: isConfigured('mail'), copper: isConfigured('copper') };
}

/** Sends the unsaved mail to the signed-in person. */
export const useTestMail = () => useMutation({ mutationFn: (mail: MailTest) => call(api.testMail, { body: mail }) });

/** Posts a test message to a Slack channel. The outcome becomes the last known state of the Slack connection. */
export function useTestMessage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (channelId: string) => call(api.testSlack, { body: { channel_id: channelId } }),
    onSettled: async () => queryClient.invalidateQueries({ queryKey: queryKeys.connections }),
  });
}
