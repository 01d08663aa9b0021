import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#admin/session/call.ts';
import type { Cause } from '#contract/steps/attention.ts';
import { sideEffectCalls } from '#contract/steps/side-effect-calls.ts';
import { type AttentionScope, scopeQuery, stepsOf } from './attention-scope.ts';
import { queryKeys } from './query-keys.ts';

export const undeliveredQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.failedSteps, 'counts'],
    meta: { follows: ['attention'] },
    queryFn: async ({ signal }) => stepsOf(await call(sideEffectCalls.countFailedSteps, { signal })),
  });

export const sentMailQuery = (stepId: string) =>
  queryOptions({
    queryKey: queryKeys.sentMail(stepId),
    // It may be about any series or form.
    meta: { follows: ['series/*', 'form/*'] },
    queryFn: ({ signal }) => call(sideEffectCalls.readMail, { params: { stepId }, signal }),
  });

export const causesQuery = (of: AttentionScope) =>
  queryOptions({
    queryKey: [...queryKeys.failedSteps, 'causes', scopeQuery(of)],
    meta: { follows: ['attention'] },
    queryFn: ({ signal }) => call(sideEffectCalls.listCauses, { query: scopeQuery(of), signal }),
  });

/** Which steps to list: those of one cause, or those that were dismissed. */
export type StepSelection = Pick<Cause, 'service' | 'cause' | 'retrying'> | 'dismissed';

export const failedStepsQuery = (of: AttentionScope, selection: StepSelection) => {
  const query = {
    ...scopeQuery(of),
    ...(selection === 'dismissed'
      ? { dismissed: 'true' }
      : { service: selection.service, cause: selection.cause, retrying: String(selection.retrying) }),
  };
  return infiniteQueryOptions({
    queryKey: [...queryKeys.failedSteps, 'list', query],
    meta: { follows: ['attention'] },
    queryFn: ({ pageParam: cursor, signal }) => call(sideEffectCalls.listFailedSteps, { query: { ...query, cursor }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
  });
};
