import type { StepName } from '#contract/side-effects/steps.ts';

/** How many steps of a name a poller claims and runs at once. The CRM allows few requests a minute. */
export const batchSizeOf = (step: StepName): number => (step === 'crm' ? 10 : 20);
/** A poller waits for the slowest step of its batch, hence two for each name. */
export const POLLERS_PER_STEP = 2;

/** Without a renewal, another worker may claim a step after this time. */
export const STEP_LEASE_MS = 20_000;
/** Several renewals may fail before the lease ends. */
export const LEASE_RENEWAL_MS = 5_000;
/** A step that ended its worker this often in a row has failed. */
export const LOST_CLAIMS_MAX = 20;
