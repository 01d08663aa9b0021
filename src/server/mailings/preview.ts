import { sql } from 'kysely';
import type { MailingText, PreviewedMailing } from '#contract/mailings/mailing-calls.ts';
import { headerLine } from '#contract/rules/mail/mail-template.ts';
import * as texts from '#contract/texts/mailings.ts';
import * as mailWords from '#contract/texts/words/mails.ts';
import { checkAudience, findPersonAt, type FoundAudience } from '#server/attendees/audience.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { AppError } from '#server/errors.ts';
import { CAN_CHANGE } from '#server/form-store/form-rows.ts';
import { configured, tried } from '#server/messages/connections.ts';
import { mailingMail } from '#server/messages/mails/mailing-mail.ts';
import { listSignUpDetails, type SignUpDetails } from '#server/messages/sign-up-details.ts';
import { messageIdOf } from '#server/services/sender.ts';
import type { Services } from '#server/services/services.ts';
import { TOKEN_PATHS } from '#server/tokens/access-token.ts';
import type { Actor } from '#server/write.ts';

export interface MailingDeps {
  readonly db: Db;
  readonly services: Services;
  readonly config: Pick<Config, 'timeZone' | 'eventsServerUrl'>;
}

/** Somebody with a place in the chosen events, where nobody matches. */
async function sampleSignUp(db: Db, { form, events }: FoundAudience): Promise<SignUpDetails> {
  const { rows } = await sql<SignUpDetails>`
    select gen_random_uuid() as id, owner.kind, 'Sam' as "firstName", 'Sample' as "lastName", 'sam@example.com' as email, 'sam@example.com' as "emailKey",
      owner.id as "ownerId", owner.title, owner.theme, owner.own_pages as "hasOwnPages", owner.own_pages and owner.own_page_cancel as "canCancel",
      ${CAN_CHANGE} as "canChange", json_build_object('email_from', owner.email_from) as settings, coalesce((
        select json_agg(json_build_object('id', id, 'title', title, 'startsAt', starts_at, 'endsAt', ends_at, 'venue', venue,
          'venueAddress', venue_address, 'joinUrl', join_url, 'status', 'confirmed', 'isCancelled', cancelled_at is not null)
          order by starts_at nulls last, id)
        from events where id = any(${events.map(({ id }) => id)}::uuid[])), '[]') as events
    from forms as owner where owner.id = ${form.id}`.execute(db);
  const [sample] = rows;
  if (sample === undefined) throw new AppError('not_found', 'Form not found');
  return sample;
}

/** The mail as a person of the audience gets it, whose links lead nowhere. */
async function draft({ db, services, config }: MailingDeps, found: FoundAudience, { subject, template, index = 0 }: MailingText) {
  const id = await findPersonAt(db, found, config.timeZone, index);
  const person = id === undefined ? undefined : (await listSignUpDetails(db, [id])).get(id);
  const signUp = person ?? (await sampleSignUp(db, found));
  const { purpose, events } = found;
  const unsubscribeUrl = purpose === 'marketing' ? `${config.eventsServerUrl}${TOKEN_PATHS.unsubscribe}…` : undefined;
  const mail = await mailingMail(
    { ...services, timeZone: config.timeZone },
    { subject, template, purpose, signUp, events, unsubscribeUrl },
    async () => mailWords.SAMPLE.link,
  );
  return { mail, signUp };
}

/** A mailing as one of its people gets it. @throws AppError `not_found`, or `invalid` */
export async function previewMailing(deps: MailingDeps, form: FoundAudience['form'], mailing: MailingText): Promise<PreviewedMailing> {
  const found = await checkAudience(deps.db, { form, audience: mailing.audience, purpose: mailing.purpose, at: new Date() });
  const { mail, signUp } = await draft(deps, found, mailing);
  const hasEmptyLink = mailing.template.includes('%LINK%') && !signUp.hasOwnPages;
  return {
    name: `${signUp.firstName} ${signUp.lastName}`.trim(),
    from: `${mail.from.name} <${mail.from.address}>`,
    to: signUp.email,
    subject: mail.subject,
    html: mail.html ?? '',
    text: mail.text,
    notes: hasEmptyLink ? [texts.noOwnPages(form.kind)] : [],
  };
}

const TESTS_A_MINUTE = 10;
const MINUTE_MS = 60_000;

/** The times of the latest tests of each account. */
const tests = new Map<string, readonly number[]>();

function countTest(email: string): void {
  const now = Date.now();
  const latest = (tests.get(email) ?? []).filter((at) => at > now - MINUTE_MS);
  if (latest.length >= TESTS_A_MINUTE) throw new AppError('too_many', texts.TESTS_LIMIT, { retryAfterSeconds: 60 });
  tests.set(email, [...latest, now]);
}

/** Sends what the preview shows to the one who asks. @throws AppError `too_many`, or `unavailable`, with the mail server's error */
export async function testMailing(deps: MailingDeps, form: FoundAudience['form'], mailing: MailingText, by: Actor): Promise<string> {
  const { db, services } = deps;
  const client = configured(services.mail, services.descriptions.mail);
  const found = await checkAudience(db, { form, audience: mailing.audience, purpose: mailing.purpose, at: new Date() });
  countTest(by.email);
  const { mail } = await draft(deps, found, mailing);
  const messageId = messageIdOf(services.sender, newId(), 'test');
  return tried(db, 'mail', async () => {
    await client.send({ ...mail, to: by.email, subject: headerLine(`[Test] ${mail.subject}`), messageId });
    return texts.sentTo(by.email);
  });
}
