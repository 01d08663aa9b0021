import type { FieldError } from '#contract/rules/field-error.ts';
import type { PublicEvent } from '#contract/rules/public-fields.ts';
import { signUpTime } from '#contract/rules/sign-up-time.ts';
import type { FormRules } from '#contract/rules/sign-up.ts';

/** A visible event with its dates in words, written by the server, since browsers format dates differently. */
export interface ShownEvent extends Pick<PublicEvent, 'id' | 'event_title' | 'date' | 'brunch_event' | 'opens_at' | 'closes_at'> {
  readonly when: string;
  /** Venue and address. */
  readonly where?: string;
  /** What its card says before it opens and after it has closed, and until when it is open. */
  readonly ahead?: string;
  readonly over?: string;
  readonly until?: string;
  /** What the form says when it closes after it was chosen. */
  readonly chooseAgain?: string;
  /** What the form says while nothing is open and this event is the first to open. */
  readonly opensOn?: string;
}

export interface Organisation {
  readonly name: string;
  readonly logo?: string | undefined;
  readonly consentText: string;
  readonly privacyUrl?: string | undefined;
}

/** A stored form as its page shows it, the same for every visitor. */
export interface FormView extends FormRules {
  readonly id: string;
  readonly title: string;
  readonly events: readonly ShownEvent[];
  readonly hasDownloadableContent: boolean;
  readonly organisation: Organisation;
  readonly submitUrl: string;
  /** What it says when it is closed for good, where it can be. */
  readonly closedText?: string | undefined;
  /** What staff have written for after a sign-up; else the text is ours. */
  readonly successText?: string | undefined;
}

/** Typed or prefilled values by payload name. */
export type TypedValues = Readonly<Record<string, string | boolean | readonly string[]>>;

/** What differs by visitor: prefill, answers and errors of a post without script, redirect. */
export interface Visit {
  readonly values: TypedValues;
  readonly errors: readonly FieldError[];
  /** A post without script failed for a reason that is not about a field. */
  readonly hasFailed: boolean;
  readonly advice?: string | undefined;
  /** An absolute http(s) URL of an allowed host, checked by the server. */
  readonly redirectTo?: string | undefined;
  /** Whether its host is ours or named in the settings; otherwise the visitor is told where it leads. */
  readonly isRedirectKnown?: boolean | undefined;
  /** The server's time, for a form of which events open or close. */
  readonly now?: number | undefined;
}

export interface Confirmation {
  readonly firstName: string;
  readonly events: readonly ShownEvent[];
}

/** Whether visitors can choose this event now. */
export const canBeChosen = (event: ShownEvent, now: number): boolean => signUpTime(event, now) === 'open';

/** A series without an event to choose takes no sign-ups. */
export const isClosed = (view: FormView, now: number): boolean =>
  view.kind === 'series' && !view.events.some((event) => canBeChosen(event, now));

/** Whether it is closed for good, as far as its events say. */
export const isOver = (view: FormView, now: number): boolean =>
  view.kind === 'series' && view.events.every((event) => signUpTime(event, now) === 'over');

/** The ids of the events that are chosen at first: those of the address or of an earlier post, else the only event, if there is only one. */
export function chosenAtFirst(view: FormView, { events: given }: TypedValues, now: number): readonly string[] {
  const isWanted = ({ id }: ShownEvent): boolean => (Array.isArray(given) ? given.includes(id) : view.events.length === 1);
  return view.events.filter((event) => isWanted(event) && canBeChosen(event, now)).map(({ id }) => id);
}

/** The confirmation for a payload. */
export function confirmationOf(view: FormView, payload: TypedValues): Confirmation {
  const { first_name: name, events } = payload;
  const chosen = Array.isArray(events) ? events : [];
  return { firstName: typeof name === 'string' ? name.trim() : '', events: view.events.filter((event) => chosen.includes(event.id)) };
}
