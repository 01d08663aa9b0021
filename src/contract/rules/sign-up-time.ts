import * as words from '../texts/words/form.ts';
import type { PublicEvent } from './public-fields.ts';

type SignUpTimes = Pick<PublicEvent, 'opens_at' | 'closes_at'>;

/** When a sign-up arrived, in milliseconds since 1970, and how other moments are written as text. */
export interface Arrival {
  readonly at: number;
  readonly inWords: (moment: string, end?: string | null) => string;
}

/** Whether an event takes sign-ups at this time, by its own opening and closing times. */
export function signUpTime({ opens_at: opening, closes_at: closing }: SignUpTimes, at: number): 'ahead' | 'open' | 'over' {
  if (closing !== undefined && Date.parse(closing) <= at) return 'over';
  return opening !== undefined && Date.parse(opening) > at ? 'ahead' : 'open';
}

/** The next time after this one at which an event opens or closes; infinity if there is none. */
export function nextSignUpTime(events: readonly SignUpTimes[], at: number): number {
  const times = events.flatMap(({ opens_at: opening = '', closes_at: closing = '' }) => [Date.parse(opening), Date.parse(closing)]);
  return Math.min(...times.filter((time) => time > at));
}

/** Why these events do not accept a sign-up that arrives now; undefined if all do. */
export function signUpTimeProblem(events: readonly PublicEvent[], { at, inWords }: Arrival): string | undefined {
  if (events.every((event) => signUpTime(event, at) === 'open')) return undefined;
  const ahead = events.filter((event) => signUpTime(event, at) === 'ahead');
  const over = events.filter((event) => signUpTime(event, at) === 'over');
  const titlesOf = (isCancelled: boolean): string[] =>
    over.filter(({ is_cancelled: cancelled = false }) => cancelled === isCancelled).map(({ event_title: title }) => title);
  const [closed, cancelled] = [titlesOf(false), titlesOf(true)];
  const sentences = [
    ...ahead.map(({ event_title: title, opens_at: opening = '' }) => words.opensOn(title, inWords(opening))),
    ...(closed.length === 0 ? [] : [words.signUpHasClosed(closed)]),
    ...(cancelled.length === 0 ? [] : [words.haveBeenCancelled(cancelled)]),
  ];
  return sentences.join(' ');
}
