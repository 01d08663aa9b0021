import { api } from '#contract/api.ts';
import type { StepName } from '#contract/steps.ts';
import { call } from './call.ts';

/** Which failed steps are tried again: one, those of a sign-up, of a series or form, or all. */
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

/** Has failed steps tried again now; gives how many. Workers do it, so how it went is known only later (decision 33). */
export const retrySteps = async (scope: RetryScope): Promise<number> => (await send(scope)).retried;
