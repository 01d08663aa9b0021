import type { FieldError } from '#contract/rules/field-error.ts';
import type { PublicEvent } from '#contract/rules/public-fields.ts';
import type { FormRules } from '#contract/rules/sign-up.ts';

/** A visible event with its formatted date, written by the server, since browsers format dates differently. */
export interface ShownEvent extends PublicEvent {
  readonly when: string;
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
}

export interface Confirmation {
  readonly firstName: string;
  readonly events: readonly ShownEvent[];
}

/** A series without visible events takes no sign-ups. */
export const isClosed = (view: FormRules): boolean => view.kind === 'series' && view.events.length === 0;

/** The preselected events: the only one, if there is only one. */
export const preselectedEvents = (view: FormRules): readonly string[] =>
  view.events.length === 1 ? view.events.map((event) => event.id) : [];

/** The confirmation for a payload. */
export function confirmationOf(view: FormView, payload: TypedValues): Confirmation {
  const { first_name: name, events } = payload;
  const chosen = Array.isArray(events) ? events : [];
  return { firstName: typeof name === 'string' ? name.trim() : '', events: view.events.filter((event) => chosen.includes(event.id)) };
}
