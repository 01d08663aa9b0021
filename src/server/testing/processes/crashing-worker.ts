// A worker that dies as in a power cut at the point named by CRASH_AT.
import diagnostics from 'node:diagnostics_channel';
import { GatheredChanges } from '#server/live/notice.ts';
import { BackgroundWorker } from '#server/poller.ts';
import { StepStore } from '#server/steps/step-store.ts';

const DURING_CALL_MS = 50;

function crash(point: string): void {
  if (point === process.env.CRASH_AT) process.kill(process.pid, 'SIGKILL');
}

// oxlint-disable typescript/unbound-method -- called on the instance below
const { add } = GatheredChanges.prototype;
const { wake } = BackgroundWorker.prototype;
const { claim, record } = StepStore.prototype;
// oxlint-enable typescript/unbound-method

// A write says what it has changed before its commit.
GatheredChanges.prototype.add = function (change) {
  crash('before-commit');
  add.call(this, change);
};

// Without notifications, steps are only woken once they are written; the people of mailings also when no mail is due.
BackgroundWorker.prototype.wake = function (...names) {
  if (names.some((name) => name !== 'mailing people')) crash('fan-out');
  wake.call(this, ...names);
};

StepStore.prototype.claim = async function (step, limit) {
  const claims = await claim.call(this, step, limit);
  if (claims.length > 0) crash('before-call');
  return claims;
};

StepStore.prototype.record = async function (outcome) {
  crash('after-call');
  return record.call(this, outcome).finally(() => crash('after-record'));
};

diagnostics.subscribe('undici:request:create', () => setTimeout(() => crash('during-call'), DURING_CALL_MS));

await import('#server/main.ts');
