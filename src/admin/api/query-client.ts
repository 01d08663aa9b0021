import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const FRESH_MS = 5_000;
const RETRIES = 2;
const RETRY_PAUSE_MS = 800;

// Components would learn of a call by a timer, and a busy browser could dispatch a second click before their button is disabled.
notifyManager.setScheduler(queueMicrotask);

/** The query cache. Reads with temporary failures are repeated twice, mutations never; offline calls fail immediately. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: 'always',
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < RETRIES && error instanceof ApiError && error.isTemporary,
      retryDelay: (failures) => RETRY_PAUSE_MS * 2 ** failures,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
