/** What staff are told of steps that they retry, dismiss or bring back, wherever they do it. */

export type StepActionName = 'retry' | 'dismiss' | 'restore';

export const STEP_ACTION_FAILED: Readonly<Record<StepActionName, string>> = {
  retry: 'Nothing was retried.',
  dismiss: 'Nothing was dismissed.',
  restore: 'Nothing was brought back.',
};
export const STEPS_COME_BACK = 'Any that fail again come back to this list.';
export const STEPS_TAKEN = { title: 'Nothing was left to do', text: 'A colleague or the server got there first.' } as const;
export const ADDRESS_NOT_SENT = 'Nothing was sent.';
export const addressChangedMeanwhile = (address: string): string => `A colleague has since changed this address to ‘${address}’.`;
