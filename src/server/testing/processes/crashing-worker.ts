// A worker that dies as in a power cut at the point named by CRASH_AT.
import diagnostics from 'node:diagnostics_channel';
import { Poller } from '#server/poller.ts';
import { StepStore } from '#server/steps/step-store.ts';

const DURING_CALL_MS = 50;

function crash(point: string): void {
  if (point === process.env.CRASH_AT) process.kill(process.pid, 'SIGKILL');
}

// oxlint-disable typescript/unbound-method -- called on the instance below
const { wake } = Poller.prototype;
const { claim, record } = StepStore.prototype;
// oxlint-enable typescript/unbound-method

// Without notifications, only the fan-out wakes pollers: those of the steps that it has written.
Poller.prototype.wake = function () {
  crash('fan-out');
  wake.call(this);
};

StepStore.prototype.claim = async function (step, limit) {
  const claims = await claim.call(this, step, limit);
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
