import { countedUpTo, type Finding } from '#contract/server-state.ts';
import { counted } from '#contract/texts/counts.ts';
import type { Db } from '#server/db/connection.ts';
import { type QueueFigures, readQueues } from '#server/queues/queues.ts';
import { findPause, unsentInWords } from '#server/queues/sending-pause.ts';
import { bad, good, warning } from './finding.ts';

const AREA = 'What is to be sent';
const LATE_S = 300;
const STUCK_S = 3_600;
const SECONDS_OF_MINUTE = 60;

function checkAge({ sign_ups: signUps, changes, unfinished }: QueueFigures): Finding {
  const due = unfinished.reduce((sum, step) => sum + step.due, 0);
  const age = Math.max(signUps.oldest_s ?? 0, changes.oldest_s ?? 0, ...unfinished.map((step) => step.overdue_s));
  const waiting = [
    countedUpTo(signUps.length, 'sign-up', 'sign-ups'),
    countedUpTo(changes.length, 'change', 'changes'),
    countedUpTo(due, 'step', 'steps'),
  ];
  const text = `${waiting.join(', ')} are due, the oldest for ${counted(Math.floor(age / SECONDS_OF_MINUTE), 'minute')}`;
  if (age > STUCK_S) return bad(AREA, text, 'No worker seems to do it: start one (ROLES=worker), or read its log.');
  if (age > LATE_S) return warning(AREA, text, 'After a rush this passes; otherwise start another worker (ROLES=worker).');
  return good(AREA, signUps.length + changes.length + due === 0 ? 'Nothing is due' : text);
}

/** How long sign-ups and their steps have been waiting, and what has failed. */
export async function checkSending(db: Db): Promise<Finding[]> {
  const figures = await readQueues(db);
  const pause = await findPause(db);
  const paused =
    pause &&
    warning(AREA, `Sending is paused since a restore. Waiting: ${unsentInWords(pause)}`, 'Run npm run resume (docs/operations.md).');
  const failures = figures.troubled.filter(({ state }) => state === 'failed').reduce((sum, { steps }) => sum + steps, 0);
  const failed = `${countedUpTo(failures, 'step has', 'steps have')} failed`;
  return [
    paused ?? checkAge(figures),
    ...(failures === 0 ? [] : [warning(AREA, failed, 'See Needs attention: each card says what to do.')]),
  ];
}
