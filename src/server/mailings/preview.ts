import type { FormRef } from '#contract/forms/form-ref.ts';
import type { MailingText, PreviewedMailing } from '#contract/mailings/mailing-calls.ts';
import { hasPlaceholder } from '#contract/rules/mail/mail-values.ts';
import { SAMPLE } from '#contract/texts/settings.ts';
import { checkAudience, findPersonAt } from '#server/attendees/audience.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/connection.ts';
import { orNotFound } from '#server/errors.ts';
import { FORM_NAMES } from '#server/form-store/form-rows.ts';
import { sendTest } from '#server/messages/connections.ts';
import { draftMailing, eventsOf } from '#server/messages/handlers/mailing.ts';
import { asMail } from '#server/messages/mails/kind-mail.ts';
import { listSignUpDetails, nameOf, sampleSignUp, type SignUpDetails } from '#server/messages/sign-up-details.ts';
import { hasLink } from '#server/registrations/links.ts';
import type { Services } from '#server/services/services.ts';
import { TOKEN_PATHS } from '#server/tokens/access-token.ts';
import type { Actor } from '#server/write.ts';

export interface MailingDeps {
  readonly db: Db;
  readonly services: Services;
  readonly config: Pick<Config, 'timeZone' | 'eventsServerUrl' | 'mailingsPerMinute'>;
}

/** The mail as a person of the audience gets it, whose links lead nowhere. */
async function draft({ db, services, config }: MailingDeps, form: FormRef, { subject, template, index = 0, ...asked }: MailingText) {
  const found = await checkAudience(db, { form, ...asked, at: new Date() });
  const id = await findPersonAt(db, found, config.timeZone, index);
  const person = id === undefined ? undefined : (await listSignUpDetails(db, [id])).get(id);
  const signUp = orNotFound(person ?? (await sampleSignUp(db, form.id, found.events)), FORM_NAMES[form.kind]);
  const unsubscribeUrl = found.purpose === 'marketing' ? `${config.eventsServerUrl}${TOKEN_PATHS.unsubscribe}…` : undefined;
  const deps = { ...services, timeZone: config.timeZone };
  const written = await draftMailing(deps, { subject, template, signUp, events: eventsOf(found, signUp) }, async () => SAMPLE.link);
  return { mail: await asMail(services, written, signUp, { isAutomatic: false, unsubscribeUrl }), signUp };
}

/** The placeholders of a mailing that stay empty. */
function notesOf({ kind }: FormRef, { subject, template, audience }: MailingText, signUp: SignUpDetails) {
  const { events, statuses = ['confirmed'] } = audience;
  const notes: readonly [name: string, isEmpty: boolean, why: string][] = [
    ['LINK', !hasLink(signUp), `This ${kind === 'series' ? 'series' : 'form'} has no self-service page`],
    ['FEEDBACK', events?.length === 1 && signUp.feedbackListId === null, 'This series has no feedback list'],
    ['EVENTS', kind === 'marketing' || !statuses.includes('confirmed'), 'None of these people has a place'],
  ];
  return notes
    .filter(([name, isEmpty]) => isEmpty && hasPlaceholder(`${subject}\n${template}`, name))
    .map(([name, , why]) => `${why}: %${name}% stays empty, and its line may be omitted.`);
}

/** A mailing as one of its people gets it. @throws AppError `not_found`, or `invalid` */
export async function previewMailing(deps: MailingDeps, form: FormRef, mailing: MailingText): Promise<PreviewedMailing> {
  const { mail, signUp } = await draft(deps, form, mailing);
  return {
    name: nameOf(signUp),
    from: `${mail.from.name} <${mail.from.address}>`,
    to: signUp.email,
    subject: mail.subject,
    html: mail.html ?? '',
    text: mail.text,
    notes: notesOf(form, mailing, signUp),
  };
}

/** Sends the previewed mail to the caller. @throws AppError `unavailable`, with the mail server's error */
export async function testMailing(deps: MailingDeps, form: FormRef, mailing: MailingText, by: Actor): Promise<string> {
  const { mail } = await draft(deps, form, mailing);
  // Otherwise it says where the mail was written without a mail server, or who refused it.
  return sendTest(deps, mail, by, (sent) => (sent === 'Sent' ? `Sent to ${by.email}.` : `${sent}.`));
}
