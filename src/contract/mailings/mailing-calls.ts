import { z } from 'zod';
import { audienceCountsSchema, audienceSchema, purposeSchema } from '../attendees/audience.ts';
import { endpoint, staffAdd, staffAsk, staffRead, staffWrite } from '../endpoint.ts';
import { mailingKind } from '../registrations/mail-kind.ts';
import { isBlank } from '../rules/text.ts';
import { NO_SUBJECT, NO_TEXT } from '../texts/settings.ts';
import { id, moment, requiredLine, TEMPLATE_MAX_LENGTH, text } from '../wire-text.ts';

const askedSchema = z.object({ audience: audienceSchema, purpose: purposeSchema });

const mailingTextSchema = askedSchema.extend({
  subject: requiredLine(NO_SUBJECT),
  template: text(TEMPLATE_MAX_LENGTH).refine((typed) => !isBlank(typed), NO_TEXT),
});

/** `index`: which of the people, in the order of sending, the preview is for; it is for a sample person when there are fewer. */
const previewedSchema = mailingTextSchema.extend({ index: z.int().min(0).optional() });

/** `notes`: what staff should know about the text, such as placeholders that stay empty. */
const mailSchema = z.object({
  name: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  notes: z.array(z.string()),
});

/** `people`: the number that staff confirm; `begins_at`: null is now. */
const sentMailingSchema = mailingTextSchema.extend({ people: z.int().min(1), begins_at: moment.nullable() });

const mailingState = z.enum(['scheduled', 'running', 'stopped', 'done']);

/** What becomes of the people of a mailing; `not_known`: it may have arrived. */
export const personState = z.enum(['waiting', 'sent', 'refused', 'not_known', 'left_out', 'stopped']);

const countsSchema = z.object({
  people: z.int(),
  waiting: z.int(),
  sent: z.int(),
  refused: z.int(),
  not_known: z.int(),
  left_out: z.int(),
  stopped: z.int(),
});

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
  /** How long the rest takes at most, in seconds. */
  seconds_left: z.int(),
  counts: countsSchema,
});

const cursor = text(500).optional();

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

/** The calls of a series or a marketing form. */
const callsOf = <At extends 'event_series' | 'form'>(at: At, form: string) => ({
  count: endpoint(staffAsk, `/${at}/:id/mailing/audience`, {
    body: askedSchema,
    response: audienceCountsSchema.extend({ seconds: z.int() }),
    summary: `Whom a mailing to people of ${form} would reach, and how many are left out for which reason; changes nothing`,
  }),
  preview: endpoint(staffAsk, `/${at}/:id/mailing/preview`, {
    body: previewedSchema,
    response: mailSchema,
    summary: `A mailing to people of ${form} as one of them would get it; changes nothing`,
  }),
  test: endpoint(staffAsk, `/${at}/:id/mailing/test`, {
    body: previewedSchema,
    response: z.object({ message: z.string() }),
    summary: `Send a mailing to people of ${form} to oneself, as a test`,
  }),
  send: endpoint(staffAdd, `/${at}/:id/mailing/send`, {
    body: sentMailingSchema,
    response: mailingSchema,
    summary: `Send a mailing to people of ${form}, in 10 seconds or later`,
  }),
  undo: endpoint(staffWrite, `/${at}/:id/mailing/:mailingId/undo`, {
    response: mailingSchema,
    summary: 'Take a mailing back before it begins',
  }),
  stop: endpoint(staffWrite, `/${at}/:id/mailing/:mailingId/stop`, {
    response: mailingSchema,
    summary: 'Stop a mailing; what has not begun does not leave',
  }),
  resume: endpoint(staffWrite, `/${at}/:id/mailing/:mailingId/resume`, {
    response: mailingSchema,
    summary: 'Send the rest of a stopped mailing',
  }),
  list: endpoint(staffRead, `/${at}/:id/mailings`, {
    query: z.object({ cursor }),
    response: z.object({ mailings: z.array(mailingSchema), cursor: z.string().nullable() }),
    summary: `The mailings to people of ${form}, and its automatic mails, newest first`,
  }),
  one: endpoint(staffRead, `/${at}/:id/mailing/:mailingId`, {
    response: mailingSchema,
    summary: 'One mailing, with its counts as they are',
  }),
  people: endpoint(staffRead, `/${at}/:id/mailing/:mailingId/people`, {
    query: z.object({ state: personState.optional(), cursor }),
    response: z.object({ people: z.array(personSchema), cursor: z.string().nullable() }),
    summary: 'The people of a mailing, and what became of each mail',
  }),
});

export const mailingCallsOf = {
  series: callsOf('event_series', 'a series'),
  marketing: callsOf('form', 'a marketing form'),
} as const;

const { series, marketing } = mailingCallsOf;

export const mailingCalls = {
  countSeriesAudience: series.count,
  previewSeriesMailing: series.preview,
  testSeriesMailing: series.test,
  sendSeriesMailing: series.send,
  undoSeriesMailing: series.undo,
  stopSeriesMailing: series.stop,
  resumeSeriesMailing: series.resume,
  listSeriesMailings: series.list,
  getSeriesMailing: series.one,
  listSeriesMailingPeople: series.people,
  countFormAudience: marketing.count,
  previewFormMailing: marketing.preview,
  testFormMailing: marketing.test,
  sendFormMailing: marketing.send,
  undoFormMailing: marketing.undo,
  stopFormMailing: marketing.stop,
  resumeFormMailing: marketing.resume,
  listFormMailings: marketing.list,
  getFormMailing: marketing.one,
  listFormMailingPeople: marketing.people,
} as const;

export type MailingText = z.infer<typeof previewedSchema>;
export type SentMailing = z.infer<typeof sentMailingSchema>;
export type Mailing = z.infer<typeof mailingSchema>;
export type MailingPerson = z.infer<typeof personSchema>;
export type PersonState = z.infer<typeof personState>;
export type PreviewedMailing = z.infer<typeof mailSchema>;
