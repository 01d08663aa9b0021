import { z } from 'zod';
import { announcedValuesSchema } from '../events/event.ts';
import type { StepName } from '../steps/steps.ts';
import { moment } from '../wire-text.ts';
import { type MailingKind, type MailKind, mailKind } from './mail-kind.ts';
import { cancelReason, cancelWhy } from './places.ts';

/** What can happen to a registration after its sign-up, or to a submission with all its registrations. */
export const changeKind = z.enum([
  'joined',
  'offered',
  'accepted',
  'declined',
  'expired',
  'promoted',
  'cancelled',
  'restored',
  'corrected',
  'events_changed',
  'repeated',
  'updated',
  'announced',
  'withdrawn',
  'link',
  'passed_on',
  'here',
  'not_here',
]);

/** `automatic`: the server itself, when a place became free or an offer ended. */
export const changeActor = z.enum(['visitor', 'staff', 'automatic']);

/** A change as text, for history and mails; with neither value, mails only say that it was changed. */
export const changedValueSchema = z.object({ label: z.string(), before: z.string(), now: z.string() });

export const changeDetailsSchema = z.object({
  /** Whether the person is sent a mail; absent: the default for the kind of change. */
  tell: z.boolean().optional(),
  note: z.string().optional(),
  /** Which mail to send, if the kind of change does not decide it. */
  mail: mailKind.optional(),
  reason: cancelReason.optional(),
  /** The person's answer, shown only to staff. */
  why: cancelWhy.optional(),
  /** Another reason, in the person's own words. */
  why_note: z.string().optional(),
  changes: z.array(changedValueSchema).optional(),
  /** Whether marketing is now accepted, if that was corrected. */
  consents: z.boolean().optional(),
  /** The position on the waiting list, if the person joined it. */
  position: z.int().optional(),
  /** When an offer ends, once its mail has been sent. */
  until: moment.optional(),
  /** Whether the mail lists all sign-ups of the address. */
  all: z.boolean().optional(),
  /** For several registrations that a person ended together: their events, all named in the mail and messages of this change. */
  left: z.array(z.string()).optional(),
  /** For several promotions together: their events, all named in the mail of this change. */
  promoted: z.array(z.string()).optional(),
  /** The titles of events that were added and removed, and of those whose waiting list was joined, for the person. */
  titles: z.object({ added: z.array(z.string()), removed: z.array(z.string()), waiting: z.array(z.string()).optional() }).optional(),
  /** Events in which the person took a place after the sign-up. */
  added: z.array(z.string()).optional(),
  /** Made together with the change that has `left` or `added`, which carries its messages. */
  with_first: z.boolean().optional(),
  /** The event's title at that time. */
  event: z.string().optional(),
  /** What the person knows about a changed event; the mail gives the values at the time it is sent. */
  before: announcedValuesSchema.optional(),
  /** Whether the event had no date then, so that the mail brings no calendar entry. */
  undated: z.boolean().optional(),
  /** The announcement of a deleted event, and whom it goes to, since their submissions were deleted. */
  announcement: z.uuid().optional(),
  person: z.object({ first_name: z.string(), last_name: z.string(), email: z.string(), has_entry: z.boolean().optional() }).optional(),
  /** Of a person whose place was passed on: events whose calendar entry that person may have. */
  entries: z.array(z.string()).optional(),
  /** The phone and door link that a tap was made with, and how. */
  phone: z.string().optional(),
  link: z.string().optional(),
  how: z.enum(['tap', 'scan', 'walk_in', 'list', 'cancelled']).optional(),
  /** The taps that this one undoes. */
  takes_back: z.array(z.string()).optional(),
});
export type ChangedValue = Readonly<z.infer<typeof changedValueSchema>>;
export type ChangeDetails = z.infer<typeof changeDetailsSchema>;
export type ChangeKind = z.infer<typeof changeKind>;
export type ChangeActor = z.infer<typeof changeActor>;

/** Which details a kind has besides `tell`. */
interface DetailNames {
  joined: 'position';
  offered: 'until' | 'promoted';
  accepted: never;
  declined: 'reason' | 'why' | 'why_note' | 'left' | 'with_first';
  expired: 'reason' | 'left' | 'with_first';
  promoted: 'promoted';
  cancelled: 'reason' | 'why' | 'why_note' | 'note' | 'left' | 'with_first';
  restored: never;
  corrected: 'changes' | 'consents';
  events_changed: 'changes' | 'titles' | 'reason' | 'left' | 'added';
  repeated: 'reason' | 'event';
  updated: 'changes' | 'titles' | 'added';
  announced: 'changes' | 'before' | 'undated' | 'note' | 'mail' | 'event' | 'announcement' | 'person';
  withdrawn: never;
  link: 'all';
  passed_on: 'titles' | 'person' | 'entries';
  here: 'phone' | 'link' | 'how';
  not_here: 'phone' | 'link' | 'how' | 'takes_back';
}

export type DetailsOf<Kind extends ChangeKind> = Pick<ChangeDetails, 'tell' | DetailNames[Kind]>;
export type Change = { [Kind in ChangeKind]: { readonly kind: Kind; readonly details?: DetailsOf<Kind> } }[ChangeKind];

interface Consequences {
  readonly mail?: MailKind;
  /** The actors whose changes send it by default. */
  readonly by?: readonly ChangeActor[];
  /** What the channel and the copy say, before the name of the series or person; others are not reported there. */
  readonly slack?: string;
  readonly copy?: string;
  /** What a lead's details say, before what was changed; others are not recorded there. */
  readonly crm?: string;
}

const ALL = changeActor.options;
const VISITORS = ['visitor'] as const;
const TAKEN = {
  slack: 'Place from the waiting list taken',
  copy: 'Place from the waiting list taken',
  crm: 'took a place from the waiting list:',
};

export const CONSEQUENCES: Readonly<Record<ChangeKind, Consequences>> = {
  joined: { mail: 'waiting', by: VISITORS },
  offered: { mail: 'offer', by: ALL },
  accepted: { mail: 'place', by: ALL, ...TAKEN },
  declined: {},
  expired: { mail: 'offer_ended', by: ALL },
  promoted: { mail: 'place', by: ALL, ...TAKEN },
  cancelled: { mail: 'cancelled', by: VISITORS, slack: 'Cancelled', copy: 'Cancelled', crm: 'cancelled' },
  restored: { mail: 'place', crm: 'has a place again:' },
  corrected: { mail: 'updated' },
  events_changed: { mail: 'updated', by: VISITORS, slack: 'Registration changed', copy: 'Changed', crm: 'changed' },
  repeated: { mail: 'repeated', by: ALL },
  updated: { mail: 'updated', by: ALL },
  announced: { mail: 'event_changed', by: ALL },
  withdrawn: { mail: 'offer_ended', by: ALL },
  link: { mail: 'link', by: ALL },
  passed_on: { mail: 'passed_on', by: ALL },
  here: {},
  not_here: {},
};

/** What a step of a change or mailing is about, in names of the API: its mail, or the change or kind of mailing itself. */
export const aboutOf = (
  step: StepName,
  { kind, mail }: { readonly kind: ChangeKind | MailingKind; readonly mail?: MailKind | null | undefined },
): string => {
  const consequences: Readonly<Partial<Record<ChangeKind | MailingKind, Consequences>>> = CONSEQUENCES;
  return step === 'email' ? (mail ?? consequences[kind]?.mail ?? kind) : kind;
};
