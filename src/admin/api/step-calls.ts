import { api } from '#contract/api.ts';
import type { StepName } from '#contract/steps.ts';
import { call } from './call.ts';

/** Which failed steps to retry: one, or all of a submission, of a series or form, or of everything. */
export type RetryScope =
  | { readonly submissionId: string; readonly step?: StepName }
  | { readonly seriesId: string }
  | { readonly formId: string }
  | 'all';

async function send(scope: RetryScope): Promise<{ retried: number }> {
  if (scope === 'all') return call(api.retryAllSteps, {});
  if ('seriesId' in scope) return call(api.retrySeriesSteps, { params: { id: scope.seriesId } });
  if ('formId' in scope) return call(api.retryFormSteps, { params: { id: scope.formId } });
  const { submissionId, step } = scope;
  return step === undefined
    ? call(api.retrySubmissionSteps, { params: { submissionId } })
    : call(api.retryStep, { params: { submissionId, step } });
}

/** Schedules failed steps for a retry now and returns how many. Workers run them, so the outcome is only known later. */
export const retrySteps = async (scope: RetryScope): Promise<number> => (await send(scope)).retried;
