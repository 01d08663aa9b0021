import { api } from '#contract/api.ts';
import type { FormRef } from '#contract/form-ref.ts';
import type { StepName } from '#contract/steps.ts';
import { call } from './call.ts';

/** Which failed steps to retry: one, or all of a submission, of a series or form, or of everything. */
export type RetryScope = 'all' | FormRef | { readonly submissionId: string; readonly step?: StepName };

async function send(scope: RetryScope): Promise<{ retried: number }> {
  if (scope === 'all') return call(api.retryAllSteps, {});
  if ('kind' in scope) return call(scope.kind === 'series' ? api.retrySeriesSteps : api.retryFormSteps, { params: { id: scope.id } });
  const { submissionId, step } = scope;
  return step === undefined
    ? call(api.retrySubmissionSteps, { params: { submissionId } })
    : call(api.retryStep, { params: { submissionId, step } });
}

/** Schedules failed steps for a retry now and returns how many. Workers run them, so the outcome is only known later. */
export const retrySteps = async (scope: RetryScope): Promise<number> => (await send(scope)).retried;
