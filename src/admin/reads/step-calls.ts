import { call } from '#admin/session/call.ts';
import type { FailedStep } from '#contract/steps/attention.ts';
import { sideEffectCalls } from '#contract/steps/side-effect-calls.ts';
import type { StepName } from '#contract/steps/steps.ts';

/** One failed step: of a submission itself, or of a registration change. */
export type StepPath = { readonly step: StepName } & ({ readonly submissionId: string } | { readonly changeId: string });

/** Which failed steps to retry: one, or all of a submission. */
export type RetryScope = StepPath | { readonly submissionId: string };

/** Schedules failed steps for a retry now and returns how many. Workers run them, so the outcome is only known later. */
export async function retrySteps(scope: RetryScope): Promise<number> {
  if (!('step' in scope)) return (await call(sideEffectCalls.retrySubmissionSteps, { params: scope })).retried;
  const { retried } = await ('changeId' in scope
    ? call(sideEffectCalls.retryChangeStep, { params: scope })
    : call(sideEffectCalls.retryStep, { params: scope }));
  return retried;
}

/** Dismisses a failed step, so that it is not sent. @returns 0 when someone else was faster */
export const dismissStep = async (path: StepPath): Promise<number> =>
  (
    await ('changeId' in path
      ? call(sideEffectCalls.dismissChangeStep, { params: path })
      : call(sideEffectCalls.dismissStep, { params: path }))
  ).steps;

/** Brings a dismissed step back. @returns 0 when someone else was faster */
export const restoreStep = async (path: StepPath): Promise<number> =>
  (
    await ('changeId' in path
      ? call(sideEffectCalls.restoreChangeStep, { params: path })
      : call(sideEffectCalls.restoreStep, { params: path }))
  ).steps;

/** The path of a step in a list of failed ones. */
export const pathOfStep = ({
  submission_id: submissionId,
  change_id: changeId,
  step,
}: Pick<FailedStep, 'submission_id' | 'change_id' | 'step'>): StepPath =>
  changeId === undefined ? { submissionId, step } : { changeId, step };
