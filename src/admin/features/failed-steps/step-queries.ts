import { infiniteQueryOptions, type QueryState, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { type RetryScope, retrySteps } from '#admin/api/step-calls.ts';
import { showFailure, showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { counted } from '#admin/ui/format/counts.ts';
import { api } from '#contract/api.ts';
import type { AttentionScope } from './attention-scope.ts';

/** Workers retry steps by themselves, so the list changes while it is shown. */
const REFRESH_INTERVAL_MS = 5_000;

/** The number of failed steps, in total and by series and form. */
export const stepCountsQuery = () =>
  queryOptions({ queryKey: [...queryKeys.failedSteps, 'counts'], queryFn: ({ signal }) => call(api.countFailedSteps, { signal }) });

function queryOf(of: AttentionScope): { series_id: string } | { form_id: string } | Record<string, never> {
  if (of === 'all') return {};
  return of.kind === 'series' ? { series_id: of.id } : { form_id: of.id };
}

const lacksPage = ({ status, fetchMeta }: Pick<QueryState, 'status' | 'fetchMeta'>): boolean =>
  status === 'error' && fetchMeta?.fetchMore !== undefined;

/** The failed steps, latest first, page by page. */
export const failedStepsQuery = (of: AttentionScope) => {
  const query = queryOf(of);
  return infiniteQueryOptions({
    queryKey: [...queryKeys.failedSteps, 'list', query],
    queryFn: ({ pageParam, signal }) =>
      call(api.listFailedSteps, { query: { ...query, ...(pageParam === '' ? {} : { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    // Not for several pages, since each is a call, nor after one failed to load, since its error would disappear.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= 1 && !lacksPage(state) ? REFRESH_INTERVAL_MS : false),
  });
};

const RETRIED = 'A step that fails again comes back to this list.';

/** Retries steps, says so, and refreshes what shows them. */
export function useRetryFailed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (scope: RetryScope) => retrySteps(scope),
    onSuccess: async (retried) => {
      showSuccess({ title: `${counted(retried, 'step')} ${retried === 1 ? 'is' : 'are'} tried again`, text: RETRIED });
      await queryClient.invalidateQueries({ queryKey: queryKeys.failedSteps });
    },
    onError: (error) => showFailure({ title: 'Nothing was tried again.', text: messageOf(error) }),
  });
}
