import { api } from '#contract/api.ts';
import type { StepName } from '#contract/side-effects/steps.ts';
import { call } from './call.ts';

/** Which failed steps to retry: one, or all of a submission. */
export interface RetryScope {
  readonly submissionId: string;
  readonly step?: StepName;
}

/** Schedules failed steps for a retry now and returns how many. Workers run them, so the outcome is only known later. */
export async function retrySteps({ submissionId, step }: RetryScope): Promise<number> {
  const { retried } = await (step === undefined
    ? call(api.retrySubmissionSteps, { params: { submissionId } })
    : call(api.retryStep, { params: { submissionId, step } }));
  return retried;
}

/** One failed step. */
interface StepOf {
  readonly submissionId: string;
  readonly step: StepName;
}

/** Dismisses a failed step, so that it is not sent. @returns 0 when somebody else was faster */
export const dismissStep = async (params: StepOf): Promise<number> => (await call(api.dismissStep, { params })).steps;

/** Brings a dismissed step back. @returns 0 when somebody else was faster */
export const restoreStep = async (params: StepOf): Promise<number> => (await call(api.restoreStep, { params })).steps;
