import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import type { Connection } from '#contract/connections.ts';

async function send(service: Connection['service'], channelId: string): Promise<{ message: string }> {
  switch (service) {
    case 'slack':
      return call(api.testSlack, { body: { channel_id: channelId } });
    case 'mail':
      return call(api.testMail, { body: {} });
    case 'copper':
      return call(api.testCopper, {});
  }
}

/**
 * Tests a service; only Slack needs a channel. The outcome becomes the connection's last success or failure, so the connections are read
 * again.
 */
export function useConnectionTest(service: Connection['service']) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (channelId: string) => send(service, channelId),
    onSettled: async () => queryClient.invalidateQueries({ queryKey: queryKeys.connections }),
  });
}
