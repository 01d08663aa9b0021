// A worker that ends as in a power cut at the point that CRASH_AT names.
import diagnostics from 'node:diagnostics_channel';
import { StepQueue } from '#server/jobs/queue.ts';
import { StepStore } from '#server/jobs/step-store.ts';

const DURING_CALL_MS = 50;

function crash(point: string): void {
  if (point === process.env.CRASH_AT) process.kill(process.pid, 'SIGKILL');
}

// oxlint-disable typescript/unbound-method -- called on the instance below
const { claim, record } = StepStore.prototype;
const { enqueue } = StepQueue.prototype;
// oxlint-enable typescript/unbound-method

StepQueue.prototype.enqueue = async function (client, jobs) {
  await enqueue.call(this, client, jobs);
  crash('fan-out');
};

StepStore.prototype.claim = async function (step, submissionIds) {
  const claims = await claim.call(this, step, submissionIds);
  if (claims.length > 0) crash('before-call');
  return claims;
};

StepStore.prototype.record = async function (outcome) {
  crash('after-call');
  const isRecorded = await record.call(this, outcome);
  crash('after-record');
  return isRecorded;
};

diagnostics.subscribe('undici:request:create', () => setTimeout(() => crash('during-call'), DURING_CALL_MS));

await import('#server/main.ts');
