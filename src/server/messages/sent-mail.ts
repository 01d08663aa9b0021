import { type MailKind, mailKind } from '#contract/registrations/mail-kind.ts';
import { fillMail } from '#contract/rules/mail/mail-template.ts';
import type { SentMail } from '#contract/steps/side-effect-calls.ts';
import { rowOf } from '#server/db/connection.ts';
import { AppError, notFound, orNotFound } from '#server/errors.ts';
import { readOfferEnds } from '#server/registrations/waiting-list.ts';
import { senderOf } from '#server/services/sender.ts';
import type { Services } from '#server/services/services.ts';
import type { SentText } from '#server/steps/step-store.ts';
import { selfServiceUrl, TOKEN_PATHS } from '#server/tokens/access-token.ts';
import { formerSignUp, listChanges } from './change-details.ts';
import { kindMailOf, listOtherSignUps, withEnds } from './handlers/change-email.ts';
import { draftConfirmation, inOneMail, waitingMail } from './handlers/email.ts';
import { draftMailing, eventMail, eventsOf } from './handlers/mailing.ts';
import { listPersonMails } from './mailing-details.ts';
import {
  changedBetween,
  checkInCodeOf,
  type DraftingDeps,
  draftKindMail,
  type KindMail,
  type ReadingDeps,
  sentTextOf,
  withoutTokens,
} from './mails/kind-mail.ts';
import { listSignUpDetails, type SignUpDetails } from './sign-up-details.ts';

interface SentStep extends Omit<SentText, 'kind'> {
  readonly submissionId: string;
  readonly changeId: string | null;
  readonly personId: string | null;
  /** The ids of the other sign-ups that its mail was about. */
  readonly heldIds: readonly string[];
  readonly sentAt: Date;
  /** Null if it was not kept. */
  readonly kind: string | null;
}

/** Shown instead of the check-in code, which must stay secret. */
const NO_CODE = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"><path fill="#f3f3f5" d="M0 0h240v240H0z"/><text x="120" y="126" fill="#55555f" font-family="sans-serif" font-size="15" text-anchor="middle">Check-in code, not shown here</text></svg>`,
)}`;

async function findSent({ db }: Pick<ReadingDeps, 'db'>, stepId: string): Promise<SentStep> {
  const step = await rowOf<SentStep>(db)`
    select step.submission_id as "submissionId", change_id as "changeId", mailing_person_id as "personId", updated_at as "sentAt",
      array(select held.submission_id from submission_steps as held where sent_with = step.id and text_id is null) as "heldIds",
      text.kind, text.subject, text.template, value_digests as digests
    from submission_steps as step left join mail_texts as text on text.id = text_id
    where step.id = ${stepId} and step in ('email', 'mailing') and state = 'succeeded'
      and not is_skipped and submission_id is not null`;
  if (step === undefined) {
    const held = await db.selectFrom('submission_steps').select('id').where('sent_with', '=', stepId).executeTakeFirst();
    throw held === undefined
      ? notFound('Email')
      : new AppError('not_found', 'This email was sent for several sign-ups together. The one that it was kept with has been deleted.');
  }
  if (step.kind === null) throw new AppError('not_found', 'The text of this email was not kept.');
  return step;
}

async function draftChange(deps: DraftingDeps, signUp: SignUpDetails, changeId: string, kind: MailKind): Promise<KindMail> {
  const change = orNotFound((await listChanges(deps.db, [changeId])).get(changeId), 'Email');
  const of = { change, signUp: formerSignUp(signUp, change) };
  const kindMail = await kindMailOf(deps, of, kind, await listOtherSignUps(deps.db, of));
  return kind === 'offer' ? withEnds(kindMail, await readOfferEnds(deps.db, changeId), deps.timeZone) : kindMail;
}

/** @returns the recipient of a mail, with its draft as it would be now */
async function draftAgain(deps: DraftingDeps, step: SentStep) {
  const { submissionId, changeId, personId, heldIds, subject, template } = step;
  const signUps = await listSignUpDetails(deps.db, [submissionId, ...heldIds]);
  const own = signUps.get(submissionId);
  const mailing = personId === null ? undefined : (await listPersonMails(deps.db, [personId])).get(personId);
  if (own === undefined || (personId !== null && mailing === undefined)) throw notFound('Email');
  const sent = { subject, template };
  signUps.delete(submissionId);
  const about = inOneMail(own, [...signUps.values()]);
  const signUp = about.details;
  const link = async () => deps.ownLink(signUp);
  const { data: kind } = mailKind.safeParse(step.kind);
  if (kind === undefined) {
    const ofMailing = mailing && (await draftMailing(deps, { ...sent, signUp, events: eventsOf(mailing, signUp) }, link));
    return { signUp, mailing, draft: ofMailing ?? (await draftConfirmation(deps, about, sent, true)) };
  }
  const ofSignUp = async () => (mailing ? eventMail(kind, mailing, signUp, deps.sender.publicUrl) : waitingMail(deps, about));
  const kindMail = changeId === null ? await ofSignUp() : await draftChange(deps, signUp, changeId, kind);
  return { signUp: kindMail.signUp, mailing, draft: await draftKindMail(deps, { ...kindMail, sent }, link) };
}

/** The mail that a step sent to a person, filled in with current values, without the tokens of its links. @throws AppError `not_found` */
export async function readSentMail(given: ReadingDeps & Pick<Services, 'letterhead'>, stepId: string): Promise<SentMail> {
  const { sender, eventsServerUrl } = given;
  const step = await findSent(given, stepId);
  const { signUp, draft, mailing } = await draftAgain({ ...given, ownLink: async () => selfServiceUrl(eventsServerUrl, '…') }, step);
  const { letterhead, logo } = await given.letterhead(signUp.theme);
  const { from } = senderOf(sender, signUp.settings.email_from);
  const code = mailing?.kind === 'mailing' ? undefined : checkInCodeOf(signUp, draft.kind);
  const { subject, html, text } = fillMail({
    ...draft,
    letterhead: {
      ...letterhead,
      logo: logo === undefined ? null : `data:${logo.type};base64,${logo.content.toString('base64')}`,
      code: code && NO_CODE,
      unsubscribeUrl: mailing?.purpose === 'marketing' ? `${eventsServerUrl}${TOKEN_PATHS.unsubscribe}…` : undefined,
    },
  });
  return {
    sent_at: step.sentAt.toISOString(),
    from: `${from.name} <${from.address}>`,
    to: signUp.email,
    subject: withoutTokens(subject),
    html: withoutTokens(html),
    text: withoutTokens(text),
    changed: changedBetween(step.digests, sentTextOf(draft, { from, to: signUp.email, code }).digests),
  };
}
