import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { connectionsQuery } from '#admin/api/connections-query.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import type { MailTest } from '#contract/connections.ts';
import type { ConfiguredServices } from './service-warnings.ts';

/** Which services this server is set up for; undefined while that is not known, also when it could not be read. */
export function useConfiguredServices(): ConfiguredServices {
  const { data } = useQuery(connectionsQuery());
  if (data === undefined) return undefined;
  const isConfigured = (name: string) => data.some(({ service, is_configured: isSet }) => service === name && isSet);
  return { slack: isConfigured('slack'), mail: isConfigured('mail'), copper: isConfigured('copper') };
}

/** Sends the mail as it is being written to the person who asks. */
export const useTestMail = () => useMutation({ mutationFn: (mail: MailTest) => call(api.testMail, { body: mail }) });

/** Says hello in a Slack channel, as it is being written; how it went is how Slack did last. */
export function useTestMessage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (channelId: string) => call(api.testSlack, { body: { channel_id: channelId } }),
    onSettled: async () => queryClient.invalidateQueries({ queryKey: queryKeys.connections }),
  });
}
