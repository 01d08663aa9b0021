import { z } from 'zod';
import { type Problems, schemaProblems } from '#admin/records/problems.ts';
import { editedRowSchema } from '#admin/records/row-edits.ts';
import type { MailKind } from '#contract/registrations/mail-kind.ts';
import { type SeriesMails, seriesMailEditSchema } from '#contract/registrations/registration-calls.ts';
import { DEFAULT_MAILS } from '#contract/texts/words/mails.ts';

const mailTextSchema = z.object({ subject: z.string(), template: z.string() });

export type MailText = Readonly<z.infer<typeof mailTextSchema>>;

export const mailDraft = editedRowSchema(mailTextSchema);

/** The name of the draft of one kind of mail. */
export const draftOfMail = (kind: MailKind): string => `mail-${kind}`;

export function savedText({ mails }: SeriesMails, kind: MailKind): MailText {
  const { subject, template } = mails.find((mail) => mail.kind === kind) ?? DEFAULT_MAILS[kind];
  return { subject, template };
}

export const mailProblems = (kind: MailKind, changed: Partial<MailText>): Problems<MailText> =>
  schemaProblems(seriesMailEditSchema, { kind, ...changed });

/** Whether it is the text that the mail has unless somebody writes another. */
export const isDefaultText = (kind: MailKind, { subject, template }: MailText): boolean =>
  subject === DEFAULT_MAILS[kind].subject && template === DEFAULT_MAILS[kind].template;
