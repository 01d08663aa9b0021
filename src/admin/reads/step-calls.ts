import { call } from '#admin/session/call.ts';
import { api } from '#contract/api.ts';
import type { FailedStep } from '#contract/steps/attention.ts';
import type { StepName } from '#contract/steps/steps.ts';

/** One failed step: of a submission itself, or of a registration change. */
export type StepPath = { readonly step: StepName } & ({ readonly submissionId: string } | { readonly changeId: string });

/** Which failed steps to retry: one, or all of a submission. */
export type RetryScope = StepPath | { readonly submissionId: string };

/** Schedules failed steps for a retry now and returns how many. Workers run them, so the outcome is only known later. */
export async function retrySteps(scope: RetryScope): Promise<number> {
  if (!('step' in scope)) return (await call(api.retrySubmissionSteps, { params: scope })).retried;
  const { retried } = await ('changeId' in scope ? call(api.retryChangeStep, { params: scope }) : call(api.retryStep, { params: scope }));
  return retried;
}

/** Dismisses a failed step, so that it is not sent. @returns 0 when someone else was faster */
export const dismissStep = async (path: StepPath): Promise<number> =>
  (await ('changeId' in path ? call(api.dismissChangeStep, { params: path }) : call(api.dismissStep, { params: path }))).steps;

/** Brings a dismissed step back. @returns 0 when someone else was faster */
export const restoreStep = async (path: StepPath): Promise<number> =>
  (await ('changeId' in path ? call(api.restoreChangeStep, { params: path }) : call(api.restoreStep, { params: path }))).steps;

/** The path of a step in a list of failed ones. */
export const pathOfStep = ({
  submission_id: submissionId,
  change_id: changeId,
  step,
}: Pick<FailedStep, 'submission_id' | 'change_id' | 'step'>): StepPath =>
  changeId === undefined ? { submissionId, step } : { changeId, step };
