import { z } from 'zod';
import { endpoint, staffEdit, staffRead } from '../endpoint.ts';
import { mailKind } from '../registrations/mail-kind.ts';
import { NO_SUBJECT, NO_TEXT } from '../texts/settings.ts';
import { id, optionalLine, TEMPLATE_MAX_LENGTH, text } from '../wire-text.ts';

/** A mail besides the confirmation: the series' own, or the default. */
const seriesMailSchema = z.object({ kind: mailKind, subject: z.string(), template: z.string(), is_own: z.boolean() });

const seriesMailsSchema = z.object({
  id,
  mails: z.array(seriesMailSchema),
  /** Whether everyone has a link to a self-service page, and whether anyone may wait for an event. */
  self_service: z.boolean(),
  has_waiting_list: z.boolean(),
  /** The version of the series, which every edit of a mail renews. */
  version: z.int(),
});

const isBlank = (value: string | null): boolean => value === null || value.trim() === '';

/** Subject and text of a mail. Absent: unchanged; both blank: back to the default. */
export const seriesMailEditSchema = z
  .object({ kind: mailKind, subject: optionalLine().optional(), template: text(TEMPLATE_MAX_LENGTH).nullable().optional() })
  .superRefine(({ subject, template }, context) => {
    const blank = [subject, template].filter((value) => value !== undefined && isBlank(value));
    if (blank.length === 2) return;
    if (subject !== undefined && isBlank(subject)) context.addIssue({ code: 'custom', path: ['subject'], message: NO_SUBJECT });
    if (template !== undefined && isBlank(template)) context.addIssue({ code: 'custom', path: ['template'], message: NO_TEXT });
  });

export const seriesMailCalls = {
  listSeriesMails: endpoint(staffRead, '/event_series/:id/mails', {
    response: seriesMailsSchema,
    summary: 'The emails of a series besides the confirmation, by kind',
  }),
  editSeriesMail: endpoint(staffEdit, '/event_series/:id/mails', {
    body: seriesMailEditSchema,
    response: seriesMailsSchema,
    summary: 'Change an email of a series, or restore its default',
  }),
} as const;

export type SeriesMail = z.infer<typeof seriesMailSchema>;
export type SeriesMails = z.infer<typeof seriesMailsSchema>;
export type SeriesMailEdit = z.infer<typeof seriesMailEditSchema>;
