import { queryOptions } from '@tanstack/react-query';
import { call } from '#admin/session/call.ts';
import { serverStateCalls } from '#contract/server-state.ts';

/** Whether sending is paused, and how the nightly backups did. */
export const serverStateQuery = () =>
  queryOptions({ queryKey: ['server', 'state'], queryFn: ({ signal }) => call(serverStateCalls.getServerState, { signal }) });

/** The check of the server; made whenever the page is opened. */
export const serverCheckQuery = () =>
  queryOptions({
    queryKey: ['server', 'check'],
    queryFn: ({ signal }) => call(serverStateCalls.checkServer, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
