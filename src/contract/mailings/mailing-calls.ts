import { z } from 'zod';
import { audienceCountsSchema, audienceSchema, purposeSchema } from '../attendees/audience.ts';
import { endpoint, staffAsk } from '../endpoint.ts';
import { isBlank } from '../rules/text.ts';
import { NO_SUBJECT, NO_TEXT } from '../texts/settings.ts';
import { requiredLine, TEMPLATE_MAX_LENGTH, text } from '../wire-text.ts';

const askedSchema = z.object({ audience: audienceSchema, purpose: purposeSchema });

const mailingTextSchema = askedSchema.extend({
  subject: requiredLine(NO_SUBJECT),
  template: text(TEMPLATE_MAX_LENGTH).refine((typed) => !isBlank(typed), NO_TEXT),
});

/** `index`: of the people, in the order in which it is sent; a sample where there is no such person. */
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

/** The calls of a series or a marketing form. */
const callsOf = <At extends 'event_series' | 'form'>(at: At, form: string) => ({
  count: endpoint(staffAsk, `/${at}/:id/mailing/audience`, {
    body: askedSchema,
    response: audienceCountsSchema,
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
  countFormAudience: marketing.count,
  previewFormMailing: marketing.preview,
  testFormMailing: marketing.test,
} as const;

export type MailingText = z.infer<typeof previewedSchema>;
export type PreviewedMailing = z.infer<typeof mailSchema>;
