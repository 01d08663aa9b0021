import type { FieldError } from '#contract/rules/field-error.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';
import type { DayTile, FormView, LinkList, NamedLink, Organisation, TypedValues } from '../view.ts';

/** A link or button; `name` tells screen readers what it is about, if the label does not. */
export interface Act {
  readonly label: string;
  readonly name?: string;
  readonly href: string;
  /** Whether it is done immediately, by a post. */
  readonly isPosted?: true;
  /** Whether it takes back what was just done, and is not the main button. */
  readonly isUndo?: boolean;
}

/** A registration that is not cancelled. */
export interface OwnCard {
  readonly id: string;
  readonly title: string;
  readonly when: string;
  readonly tile: DayTile | undefined;
  readonly where: string;
  readonly map: NamedLink | undefined;
  readonly price: string | null;
  readonly joinUrl: string | null;
  readonly state: 'place' | 'waits' | 'offer' | 'off';
  readonly status: string;
  readonly calendar: LinkList | undefined;
  /** Until when it can be changed, or why not. */
  readonly lines: readonly string[];
  /** For an offer, the first is the main one. */
  readonly acts: readonly Act[];
}

/** An event in one line, with its actions. */
export interface ActLine {
  readonly line: string;
  readonly act: Act | undefined;
}

export interface SelfServiceView {
  readonly organisation: Organisation;
  readonly title: string;
  readonly firstName: string;
  readonly note: { readonly text: string; readonly isProblem: boolean } | undefined;
  /** The check-in code: its width and height in squares, and the dark ones as the path of an SVG. */
  readonly code: { readonly size: number; readonly path: string } | undefined;
  readonly cards: readonly OwnCard[];
  readonly cancelled: readonly ActLine[];
  /** The events offered instead of a cancelled one. */
  readonly others: readonly ActLine[];
  readonly answers: readonly { readonly label: string; readonly value: string }[];
  readonly correct: Act | undefined;
  readonly acts: readonly Act[];
  /** Posted immediately. */
  readonly resend: Act | undefined;
}

/** A page that asks before something is changed. */
export interface QuestionView {
  readonly organisation: Organisation;
  readonly question: string;
  readonly when?: string;
  readonly text?: string | undefined;
  /** All are selected by default. */
  readonly choices?: readonly { readonly id: string; readonly label: string; readonly lines: readonly string[] }[];
  /** Whether the person may say why. */
  readonly asksWhy?: boolean;
  /** Where it is posted to; absent when it is no longer possible. */
  readonly act?: Act | undefined;
  readonly keep?: Act;
  readonly further?: Act | undefined;
}

/** What was typed into a page without script, and its errors. */
export interface Typed {
  readonly values: TypedValues;
  readonly errors: readonly FieldError[];
}

/** The button of a page with a form, and the link back. */
export interface Asking {
  readonly act: Act;
  readonly keep: Act;
}

export interface CorrectionView extends Typed, Asking, Pick<SelfServiceView, 'organisation' | 'title'> {
  readonly version: number;
  readonly email: string;
  /** How to change the address. */
  readonly emailNote: string;
  readonly fields: readonly PublicField[];
}

export interface EventsView extends Typed, Asking {
  readonly form: FormView;
  /** Ids of the events held, posted with the choice: anything added or removed in the meantime stays that way. */
  readonly held: readonly string[];
  readonly title: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The page that asks for an address, to send the link to it. */
export interface LinkView extends Asking, Pick<SelfServiceView, 'organisation' | 'title'> {
  /** What the link is for. */
  readonly text: string;
  readonly email: string;
  readonly error?: string;
  /** The message after it was sent. */
  readonly sent?: string;
}

/** The page where visitors rate an event, or whatever else the list is for. */
export interface FeedbackView extends Typed, Pick<SelfServiceView, 'organisation' | 'title'> {
  readonly event: string | null;
  readonly token: string;
  readonly key: string;
}
