import { z } from 'zod';
import { audienceCountsSchema, audienceSchema, purposeSchema } from '../attendees/audience.ts';
import { endpoint, staffAdd, staffAsk, staffRead, staffWrite } from '../endpoint.ts';
import { mailingKind } from '../registrations/mail-kind.ts';
import { isBlank } from '../rules/text.ts';
import { sentMailSchema } from '../steps/side-effect-calls.ts';
import { NO_SUBJECT, NO_TEXT } from '../texts/settings.ts';
import { cursor, id, moment, requiredLine, TEMPLATE_MAX_LENGTH, text } from '../wire-text.ts';

const askedSchema = z.object({ audience: audienceSchema, purpose: purposeSchema });

const mailingTextSchema = askedSchema.extend({
  subject: requiredLine(NO_SUBJECT),
  template: text(TEMPLATE_MAX_LENGTH).refine((typed) => !isBlank(typed), NO_TEXT),
});

/** `index`: which of the people, in the order of sending, the preview is for; it is for a sample person when there are fewer. */
const previewedSchema = mailingTextSchema.extend({ index: z.int().min(0).optional() });

/** `notes`: what staff should know about the text, such as placeholders that stay empty. */
const mailSchema = sentMailSchema.omit({ sent_at: true, changed: true }).extend({ name: z.string(), notes: z.array(z.string()) });

/** `people`: the number that staff confirm; `begins_at`: null is now. */
const sentMailingSchema = mailingTextSchema.extend({ people: z.int().min(1), begins_at: moment.nullable() });

const mailingState = z.enum(['scheduled', 'running', 'stopped', 'done']);

/** The outcome for the people of a mailing; `not_known`: it may have arrived. */
export const personState = z.enum(['waiting', 'sent', 'refused', 'not_known', 'left_out', 'stopped']);

const countsSchema = z.record(z.enum(['people', ...personState.options]), z.int());

/** Subject and text are null for automatic mails, which have those of the series. */
const mailingSchema = z.object({
  id,
  kind: mailingKind,
  state: mailingState,
  purpose: purposeSchema,
  subject: z.string().nullable(),
  template: z.string().nullable(),
  audience: audienceSchema,
  event_id: id.nullable(),
  event_title: z.string().nullable(),
  for_date: moment.nullable(),
  by: z.string().nullable(),
  begins_at: moment,
  stopped_at: moment.nullable(),
  ended_at: moment.nullable(),
  why: z.string().nullable(),
  /** The longest that the rest can take, in seconds. */
  seconds_left: z.int(),
  /** Until when sending pauses because the mail server refuses connections. */
  rests_until: moment.nullable(),
  counts: countsSchema,
  /** How many of those skipped no longer matched when their part was written. */
  gone: z.int(),
});

const personSchema = z.object({
  id,
  submission_id: id.nullable(),
  name: z.string(),
  email: z.string(),
  state: personState,
  why: z.string(),
  at: moment.nullable(),
  step_id: id.nullable(),
  has_mail: z.boolean(),
});

const callsOf = <At extends 'event_series' | 'form'>(at: At, form: string) => ({
  countAudience: endpoint(staffAsk, `/${at}/:id/mailing/audience`, {
    body: askedSchema,
    response: audienceCountsSchema.extend({ seconds: z.int() }),
    summary: `Whom a mailing to people of ${form} would reach, and how many are skipped, by reason; changes nothing`,
  }),
  previewMailing: endpoint(staffAsk, `/${at}/:id/mailing/preview`, {
    body: previewedSchema,
    response: mailSchema,
    summary: `A mailing to people of ${form} as one of them would get it; changes nothing`,
  }),
  testMailing: endpoint({ ...staffAsk, sendsMail: true }, `/${at}/:id/mailing/test`, {
    body: previewedSchema,
    response: z.object({ message: z.string() }),
    summary: `Send a mailing to people of ${form} to oneself, as a test`,
  }),
  sendMailing: endpoint(staffAdd, `/${at}/:id/mailing/send`, {
    body: sentMailingSchema,
    response: mailingSchema,
    summary: `Send a mailing to people of ${form}, in 10 seconds or later`,
  }),
  undoMailing: endpoint(staffWrite, `/${at}/:id/mailing/:mailingId/undo`, {
    response: mailingSchema,
    summary: 'Take a mailing back before it begins',
  }),
  stopMailing: endpoint(staffWrite, `/${at}/:id/mailing/:mailingId/stop`, {
    response: mailingSchema,
    summary: 'Stop a mailing; emails that have not been started are not sent',
  }),
  resumeMailing: endpoint(staffWrite, `/${at}/:id/mailing/:mailingId/resume`, {
    response: mailingSchema,
    summary: 'Send the rest of a stopped mailing',
  }),
  listMailings: endpoint(staffRead, `/${at}/:id/mailings`, {
    query: z.object({ cursor }),
    response: z.object({ mailings: z.array(mailingSchema), cursor: z.string().nullable() }),
    summary: `The mailings to people of ${form}, and its automatic emails, newest first`,
  }),
  getMailing: endpoint(staffRead, `/${at}/:id/mailing/:mailingId`, {
    response: mailingSchema,
    summary: 'One mailing, with its current counts',
  }),
  listMailingPeople: endpoint(staffRead, `/${at}/:id/mailing/:mailingId/people`, {
    query: z.object({ state: personState.optional(), cursor }),
    response: z.object({ people: z.array(personSchema), cursor: z.string().nullable() }),
    summary: 'The people of a mailing, and the outcome of each email',
  }),
});

export const mailingCallsOf = { series: callsOf('event_series', 'a series'), marketing: callsOf('form', 'a marketing form') } as const;

/** The calls with the kind of form in their names: `sendMailingOfSeries`. */
const namedFor = <Calls extends object, Form extends string>(calls: Calls, form: Form) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these are the names that the line builds
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [`${name}${form}`, call])) as {
    readonly [Name in keyof Calls & string as `${Name}${Form}`]: Calls[Name];
  };

export const mailingCalls = { ...namedFor(mailingCallsOf.series, 'OfSeries'), ...namedFor(mailingCallsOf.marketing, 'OfForm') };

export type MailingText = z.infer<typeof previewedSchema>;
export type SentMailing = z.infer<typeof sentMailingSchema>;
export type Mailing = z.infer<typeof mailingSchema>;
export type MailingPerson = z.infer<typeof personSchema>;
export type PersonState = z.infer<typeof personState>;
export type MailingState = z.infer<typeof mailingState>;
export type PreviewedMailing = z.infer<typeof mailSchema>;
