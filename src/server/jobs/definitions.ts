import { z } from 'zod';
import type { StepName } from '#server/db/tables.ts';

/** The side effects of a sign-up, in the order in which staff see them. */
export const STEP_NAMES = ['slack', 'email', 'forward', 'crm'] as const satisfies readonly StepName[];

export const queueOf = (step: StepName): string => `step.${step}`;

/** The dead letters: jobs whose worker died again and again. */
export const LOST_QUEUE = 'step.lost';

/** Ids only: the handler reads the current rows, and the queue holds no personal data. */
export const stepJobSchema = z.object({ submissionId: z.uuid(), step: z.enum(STEP_NAMES) });

export type StepJob = z.infer<typeof stepJobSchema>;

/** Each of `fetchers` takes `batchSize` jobs of a queue and runs them at once. */
interface WorkShape {
  readonly batchSize: number;
  readonly fetchers: number;
}

/** A fetcher waits for the slowest step of its batch, hence two for each queue. The CRM allows few requests a minute. */
export const WORK_SHAPES: Readonly<Record<StepName, WorkShape>> = {
  slack: { batchSize: 20, fetchers: 2 },
  email: { batchSize: 20, fetchers: 2 },
  forward: { batchSize: 20, fetchers: 2 },
  crm: { batchSize: 10, fetchers: 2 },
};

/** Without a renewal, another worker may claim a step after this time. */
export const LEASE_MS = 20_000;
/** Several renewals may fail before the lease ends. */
export const RENEWAL_MS = 5_000;
