import type { Submission } from '#contract/attendees/submission.ts';

const positionOf = ({ _registration: registration }: Submission): number => registration?.position ?? 1;

/** The last of those chosen on a waiting list, when someone ahead, perhaps not loaded, is neither chosen nor unreachable. */
export function outOfTurn(chosen: readonly Submission[], loaded: readonly Submission[]): Submission | undefined {
  const [last] = chosen.toSorted((one, other) => positionOf(other) - positionOf(one));
  if (last === undefined) return undefined;
  const unreachable = loaded.filter(({ _registration: registration }) => registration?.status === 'waiting' && registration.mail_failed);
  const mayBePassed = new Set([...chosen, ...unreachable].map(positionOf));
  const before = Array.from({ length: positionOf(last) - 1 }, (_, index) => index + 1);
  return before.every((position) => mayBePassed.has(position)) ? undefined : last;
}
