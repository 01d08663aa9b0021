import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#admin/api/api-error.ts';

const FRESH_MS = 5_000;
const RETRIES = 2;
const RETRY_PAUSE_MS = 800;

/**
 * The cache of what the server said. A failure that may pass is tried twice more, anything else is told at once; adds and
 * edits are never repeated by themselves, since their person should see what happens. Nothing waits silently for a lost
 * connection: a call without one fails and says so, and reads start again when the connection is back.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: 'always',
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < RETRIES && error instanceof ApiError && error.isPassing,
        retryDelay: (failures) => RETRY_PAUSE_MS * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
