import type { EventInMail } from '#contract/rules/mail/mail-items.ts';
import type { MailLetterhead } from '#contract/rules/mail/mail-layout.ts';
import { headerLine } from '#contract/rules/mail/mail-template.ts';
import { fillSampleMail } from '#contract/rules/mail/sample-mail.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import type { Connection, MailTest } from '#contract/steps/connections.ts';
import { SERVICE_NAMES, type ServiceName, SERVICES, STEPS } from '#contract/steps/steps.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { AppError, invalid, notFound } from '#server/errors.ts';
import { readSelfService } from '#server/form-store/form-rows.ts';
import type { Mail } from '#server/services/mail.ts';
import { messageIdOf, senderOf } from '#server/services/sender.ts';
import { ServiceError } from '#server/services/service-error.ts';
import type { Services } from '#server/services/services.ts';
import { countFailedByStep } from '#server/steps/staff/queries.ts';
import { recordOutcome } from '#server/steps/worker-activity.ts';
import type { Actor } from '#server/write.ts';

interface TestDeps {
  readonly db: Db;
  readonly services: Services;
  readonly config: Pick<Config, 'timeZone'>;
}

/** Makes the call, records its outcome and passes on the service's error text. @param input gets the failures whose reason names its value */
async function tried(db: Db, service: ServiceName, call: () => Promise<string>, input?: { path: string; value: string }): Promise<string> {
  try {
    const message = await call();
    await recordOutcome(db, service, undefined);
    return message;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { message, reason } = error;
    await recordOutcome(db, service, message);
    const isOfInput = input !== undefined && reason?.endsWith(` ${input.value}`) === true;
    throw isOfInput ? invalid([{ path: input.path, message }]) : new AppError('unavailable', message, { cause: error });
  }
}

/** @throws AppError `unavailable` without the service */
export function configured<T extends object>(client: T | undefined, description: string): T {
  if (client === undefined) throw new AppError('unavailable', description);
  return client;
}

/** Posts a test message to a channel. @throws AppError `invalid` at `channel_id`, or `unavailable`, with Slack's error as a message */
export async function testSlack(deps: TestDeps, channelId: string, by: Actor): Promise<string> {
  const slack = configured(deps.services.slack, deps.services.descriptions.slack);
  const call = async () => {
    await slack.postText(channelId, 'Turnout can post here', `A test from ${by.name}. Sign-ups will be announced in this channel.`);
    return `A test message was posted to ${(await slack.channelName(channelId)) ?? `channel ${channelId}`}.`;
  };
  return tried(deps.db, 'slack', call, { path: 'channel_id', value: channelId });
}

const given = (text: string | null | undefined, sample: string): string => trimmedOrNull(text ?? null) ?? sample;

const sampleEvent = (title: string, inMonths: number): EventInMail => ({
  title,
  startsAt: new Date(Date.now() + inMonths * 30 * DAY_MS).toISOString(),
  endsAt: null,
  venue: null,
  venueAddress: null,
  joinUrl: null,
});

/** The mail as an attendee would get it, with sample values for what the draft lacks. */
async function fillDraft({ db, config: { timeZone } }: TestDeps, draft: MailTest, by: Actor, letterhead: MailLetterhead) {
  const subject = given(draft.email_subject, 'A test for %SERIES%');
  const template = given(draft.email_template, 'Hello %FNAME%,\n\nEmails from Turnout reach this address.\n\n%SUCCESS%');
  const values = {
    SERIES: given(draft.title, 'Spring training'),
    FNAME: given(draft.first_name, by.name.split(' ')[0] ?? ''),
    FROM: given(draft.email_from, letterhead.name),
  };
  const { hasSelfService, hasWaitingList } = await readSelfService(db, draft.series_id);
  const events = { held: [sampleEvent('Day one', 1)], waitedFor: hasWaitingList ? sampleEvent('Day two', 2) : undefined };
  const formKind = draft.is_marketing_form === true ? 'marketing' : 'series';
  return fillSampleMail({ formKind, kind: draft.kind, subject, template, values, ...events, hasSelfService, timeZone, letterhead });
}

/** Sends a mail to the calling member of staff, marked as a test. @returns how it was sent, in `inWords` @throws AppError `unavailable`, with the mail server's error */
export async function sendTest(
  { db, services }: Pick<TestDeps, 'db' | 'services'>,
  mail: Omit<Mail, 'messageId' | 'to'>,
  by: Actor,
  inWords: (sent: string) => string,
): Promise<string> {
  const client = configured(services.mail, services.descriptions.mail);
  const test = {
    ...mail,
    to: by.email,
    subject: headerLine(`[Test] ${mail.subject}`),
    messageId: messageIdOf(services.sender, newId(), 'test'),
  };
  return tried(db, 'mail', async () => inWords(await client.send(test)));
}

/** Sends the mail that an attendee would get to the calling member of staff. @throws AppError `unavailable`, with the mail server's error */
export async function testMail(deps: TestDeps, draft: MailTest, by: Actor): Promise<string> {
  const { services } = deps;
  const formId = draft.series_id ?? draft.form_id ?? null;
  const saved = await deps.db.selectFrom('forms').select('theme').where('id', '=', formId).executeTakeFirst();
  const { letterhead, logo } = await services.letterhead(saved?.theme ?? null);
  const filled = await fillDraft(deps, draft, by, letterhead);
  const mail = { ...senderOf(services.sender, trimmedOrNull(draft.email_from ?? null)), ...filled, logo };
  return sendTest(deps, mail, by, (sent) => `${sent}: a test email to ${by.email}.`);
}

/** Tests a service by reading its account. @throws AppError `not_found` if it has no account, or `unavailable`, with its error */
export async function testConnection({ db, services }: TestDeps, service: ServiceName): Promise<string> {
  const client = configured(services[service], services.descriptions[service]);
  if (!('readAccount' in client)) throw notFound('Test');
  return tried(db, service, async () => `Connected to the ${SERVICES[service].name} account ${await client.readAccount()}.`);
}

/** The external services: whether each is configured, its last outcomes and its failed steps. */
export async function listConnections(db: Db, services: Services): Promise<Connection[]> {
  const outcomes = new Map((await db.selectFrom('service_outcomes').selectAll().execute()).map((row) => [row.service, row]));
  const failed = await countFailedByStep(db);
  const sum = (service: ServiceName, of: 'failed' | 'retrying') =>
    failed.filter(({ step }) => STEPS[step].service === service).reduce((total, row) => total + row[of], 0);
  return SERVICE_NAMES.map((service) => ({
    service,
    is_configured: services[service] !== undefined,
    description: services.descriptions[service],
    succeeded_at: outcomes.get(service)?.succeeded_at?.toISOString() ?? null,
    failed_at: outcomes.get(service)?.failed_at?.toISOString() ?? null,
    failure: outcomes.get(service)?.failure ?? null,
    steps_failed: sum(service, 'failed'),
    steps_retrying: sum(service, 'retrying'),
  }));
}
