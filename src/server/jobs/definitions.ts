import { z } from 'zod';
import type { StepName } from '#server/db/tables.ts';

/** Side effects of a sign-up, in the order in which staff read them (decision 33). */
export const STEP_NAMES = ['slack', 'email', 'forward', 'crm'] as const satisfies readonly StepName[];

/** The queue whose jobs wake the steps of this name. */
export const queueOf = (step: StepName): string => `step.${step}`;

/** Where jobs end whose worker died again and again. */
export const LOST_QUEUE = 'step.lost';

/** Payloads carry ids only: the handler reads the current rows, and no personal data sits in the queue. */
export const stepJobSchema = z.object({ submissionId: z.uuid(), step: z.enum(STEP_NAMES) });

export type StepJob = z.infer<typeof stepJobSchema>;

/** How one queue is worked: jobs are taken `batchSize` at a time by each of `fetchers`, and a batch runs all at once. */
interface WorkShape {
  readonly batchSize: number;
  readonly fetchers: number;
}

/**
 * A fetcher waits for the slowest of its batch, so several share a queue. Mail connections are few, and the CRM allows few
 * requests a minute.
 */
export const WORK_SHAPES: Readonly<Record<StepName, WorkShape>> = {
  slack: { batchSize: 20, fetchers: 2 },
  email: { batchSize: 20, fetchers: 2 },
  forward: { batchSize: 20, fetchers: 2 },
  crm: { batchSize: 10, fetchers: 2 },
};

/** How long a step belongs to the worker that took it, unless that renews it: after that another may take it. */
export const LEASE_MS = 20_000;
/** Several renewals may fail before a lease is over. */
export const RENEWAL_MS = 5_000;
