import type { PublicEvent } from '#contract/rules/active-fields.ts';
import type { FieldError, SignUpForm } from '#contract/rules/sign-up.ts';

/** A visible event with the line that says when it is: written by the server, since browsers word dates differently. */
export interface ShownEvent extends PublicEvent {
  readonly when: string;
}

/** Who asks, from the settings (decision 48). */
export interface Organisation {
  readonly name: string;
  readonly logo?: string | undefined;
  readonly consentText: string;
  readonly privacyUrl?: string | undefined;
}

/** Everything a public form shows, the same for every visitor. */
export interface FormView extends SignUpForm {
  readonly id: string;
  readonly title: string;
  readonly events: readonly ShownEvent[];
  readonly hasDownloadableContent: boolean;
  readonly organisation: Organisation;
  /** Where the script sends the sign-up. */
  readonly submitUrl: string;
}

/** What was typed or prefilled, under the names of the payload. */
export type TypedValues = Readonly<Record<string, string | boolean | readonly string[]>>;

/** What is this one visitor's: prefill, the answers and errors of a post without script, where to go afterwards. */
export interface Visit {
  readonly values: TypedValues;
  readonly errors: readonly FieldError[];
  /** The post before this page failed for a reason that is no field's. */
  readonly hasFailed: boolean;
  /** Checked by the server: an absolute http(s) address of an allowed host (decision 30). */
  readonly redirectTo?: string | undefined;
}

/** What the lasting confirmation says. */
export interface Confirmation {
  readonly firstName: string;
  readonly events: readonly ShownEvent[];
}

/** A series with no visible event takes no sign-ups (spec section 2). */
export const isClosed = (view: SignUpForm): boolean => view.kind === 'series' && view.events.length === 0;

/** The events that are chosen before anybody chose: the only one there is (ux, "Public form"). */
export const chosenAtFirst = (view: SignUpForm): readonly string[] =>
  view.events.length === 1 ? view.events.map((event) => event.id) : [];

/** What is confirmed to the one who sent this payload. */
export function confirmationOf(view: FormView, payload: TypedValues): Confirmation {
  const { first_name: name, events } = payload;
  const chosen = Array.isArray(events) ? events : [];
  return { firstName: typeof name === 'string' ? name.trim() : '', events: view.events.filter((event) => chosen.includes(event.id)) };
}
