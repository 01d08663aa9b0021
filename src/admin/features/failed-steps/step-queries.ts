import { infiniteQueryOptions, type QueryState, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { type RetryScope, retrySteps } from '#admin/api/step-calls.ts';
import { counted } from '#admin/ui/counts.ts';
import { showFailure, showSuccess } from '#admin/ui/show-alert.tsx';
import { api } from '#contract/api.ts';
import type { AttentionOf } from './attention-of.ts';

/** Steps are tried again by themselves, so the list changes while it is looked at. */
const LOOK_AGAIN_MS = 5_000;

/** How many steps have failed, in all and by series and form. */
export const stepCountsQuery = () =>
  queryOptions({ queryKey: [...queryKeys.failedSteps, 'counts'], queryFn: ({ signal }) => call(api.countFailedSteps, { signal }) });

function queryOf(of: AttentionOf): { series_id: string } | { form_id: string } | Record<string, never> {
  if (of === 'all') return {};
  return 'seriesId' in of ? { series_id: of.seriesId } : { form_id: of.formId };
}

/** Whether the further page asked for last did not come. */
const lacksPage = ({ status, fetchMeta }: Pick<QueryState, 'status' | 'fetchMeta'>): boolean =>
  status === 'error' && fetchMeta?.fetchMore !== undefined;

/**
 * Failed steps, latest first, page by page. A list of several pages is not read again by itself: each page is a call. Nor is
 * one whose further page did not come: that it did not would be said no longer.
 */
export const failedStepsQuery = (of: AttentionOf) => {
  const query = queryOf(of);
  return infiniteQueryOptions({
    queryKey: [...queryKeys.failedSteps, 'list', query],
    queryFn: ({ pageParam, signal }) =>
      call(api.listFailedSteps, { query: { ...query, ...(pageParam === '' ? {} : { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= 1 && !lacksPage(state) ? LOOK_AGAIN_MS : false),
  });
};

const RETRIED = 'A step that fails again comes back to this list.';

/** Has steps tried again, says so, and reads again what shows them. */
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
