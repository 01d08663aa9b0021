import { z } from 'zod';
import { stepName } from '#contract/steps.ts';
import type { StepName } from '#server/db/tables.ts';

export const queueOf = (step: StepName): string => `step.${step}`;

/** The dead letters: jobs whose worker died again and again. */
export const LOST_QUEUE = 'step.lost';

/** Ids only: the handler reads the current rows, and the queue holds no personal data. */
export const stepJobSchema = z.object({ submissionId: z.uuid(), step: stepName });

export type StepJob = z.infer<typeof stepJobSchema>;

/** Each of `fetchers` takes `batchSize` jobs of a queue and runs them at once. */
interface WorkShape {
  readonly batchSize: number;
  readonly fetchers: number;
}

/** A fetcher waits for the slowest step of its batch, hence two for each queue. The CRM allows few requests a minute. */
export const workShapeOf = (step: StepName): WorkShape => ({ batchSize: step === 'crm' ? 10 : 20, fetchers: 2 });

/** Without a renewal, another worker may claim a step after this time. */
export const LEASE_MS = 20_000;
/** Several renewals may fail before the lease ends. */
export const RENEWAL_MS = 5_000;
