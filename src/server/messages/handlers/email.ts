import { withAdditions } from '#contract/rules/mail/fit-template.ts';
import { itemLines } from '#contract/rules/mail/mail-items.ts';
import { placeholdersOf } from '#contract/rules/mail/mail-placeholders.ts';
import type { MailDraft } from '#contract/rules/mail/mail-template.ts';
import { onlyKnown, unlinked } from '#contract/rules/mail/mail-values.ts';
import * as words from '#contract/texts/words/mails.ts';
import { hasLink } from '#server/registrations/links.ts';
import { addressDigest, isSuppressed, unsubscribeUrl } from '#server/registrations/suppressions.ts';
import type { CalendarFile } from '#server/services/mail.ts';
import type { AttemptContext, Success } from '#server/steps/run-steps.ts';
import { confirmedFiles, FILES_MAX } from '../calendar-files.ts';
import { sendTogether } from '../mails/held-mails.ts';
import { type DraftingDeps, type KindMail, sendDraft, sendKindMail } from '../mails/kind-mail.ts';
import { attemptMail, type AttendeeMailDeps, confirmationText, type SendingDeps } from '../mails/may-send.ts';
import { itemsOf, mailValues } from '../mails/placeholder-values.ts';
import { eventsWith, mailKindOf, nameOf, type SignUpDetails } from '../sign-up-details.ts';

const OTHERS_MAX = 20;

/** The sign-up that a mail is about, and those whose mails are sent with it. */
interface MailedTogether {
  readonly details: SignUpDetails;
  readonly others: readonly SignUpDetails[];
}

/** The other sign-ups of a mail for several: each by name, with its events and its own link. */
async function otherLines(deps: DraftingDeps, others: readonly SignUpDetails[]): Promise<string[]> {
  if (others.length === 0) return [];
  const lines = [words.ALSO_REGISTERED];
  for (const other of others.slice(0, OTHERS_MAX)) {
    const held = itemLines(itemsOf(other, 'confirmed', deps.timeZone), false);
    const waiting = itemLines(itemsOf(other, 'waiting', deps.timeZone), false);
    const link = hasLink(other) ? [await deps.ownLink(other)] : [];
    lines.push([unlinked(nameOf(other)), ...held, ...waiting.map(words.onWaitingList), ...link].join('\n'));
  }
  return others.length > OTHERS_MAX ? [...lines, words.andMore(others.length - OTHERS_MAX)] : lines;
}

/** The confirmation with its additions to the template, and the values of its placeholders. Those of a marketing form have no registrations. */
export async function draftConfirmation(
  deps: DraftingDeps,
  { details, others }: MailedTogether,
  written: words.MailText,
  isSent = false,
): Promise<MailDraft> {
  const { kind: formKind, canChange, canCancel, events } = details;
  const isWaiting = events.some(({ status }) => status === 'waiting');
  const hasRepeated = events.some(({ isRepeat }) => isRepeat);
  // Anyone may have typed the address, so the tick alone does not undo what its owner chose.
  const isSilent = details.acceptsMarketing && (await isSuppressed(deps.db, addressDigest(details.emailKey)));
  const more = [...(others.length > 0 ? ['%OTHERS%'] : []), ...(isSilent ? [words.GET_MARKETING_AGAIN] : [])];
  const added = { isWaiting, hasRepeated, hasLink: hasLink(details), more };
  const { subject, template } = onlyKnown(written, placeholdersOf(undefined, formKind));
  const text = isSent ? written : { subject, template: withAdditions(template, added) };
  const values = await mailValues(deps, text, { signUp: details, others: await otherLines(deps, others) }, () => deps.ownLink(details));
  const hasAgain = isSilent || (isSent && text.template.includes('%AGAIN%'));
  const again = hasAgain ? { AGAIN: await unsubscribeUrl(deps.db, deps.eventsServerUrl, details.emailKey) } : {};
  return { ...text, canChange, canCancel, formKind, values: { ...values, ...again } };
}

async function filesOf(deps: SendingDeps, signUps: readonly SignUpDetails[]): Promise<CalendarFile[]> {
  const files: CalendarFile[] = [];
  const seen = new Set<string>();
  for (const signUp of signUps) {
    const ids = eventsWith(signUp, 'confirmed').flatMap(({ id }) => (seen.has(id) ? [] : id));
    files.push(...(await confirmedFiles(deps, signUp, ids)));
    for (const id of ids) seen.add(id);
  }
  return files.slice(0, FILES_MAX);
}

async function sendConfirmation(deps: SendingDeps, signUpMail: MailedTogether): Promise<Success> {
  const { details: signUp, others } = signUpMail;
  const draft = await draftConfirmation(deps, signUpMail, await confirmationText(deps, signUp));
  return sendDraft(deps, draft, { id: signUp.id, signUp, calendarFiles: await filesOf(deps, [signUp, ...others]) });
}

/** The mail to someone without a place yet. */
export async function waitingMail(deps: DraftingDeps, { details, others }: MailedTogether): Promise<KindMail> {
  const waiting = eventsWith(details, 'waiting');
  const event = words.eventsInWords(waiting.map(({ title }) => title));
  const about = { event, eventId: null, isForSeveral: waiting.length > 1, others: await otherLines(deps, others) };
  return { ...about, kind: 'waiting', signUp: details };
}

/** The mail for a sign-up and for those held back with it: about the first of them that has a place, with the others below; for a marketing form the newest stands for all. */
export function inOneMail(details: SignUpDetails, held: readonly SignUpDetails[]): MailedTogether {
  const all = [details, ...held].toSorted((a, b) => a.submittedAt.getTime() - b.submittedAt.getTime());
  if (details.kind === 'marketing') return { details: all.at(-1) ?? details, others: [] };
  const first = all.find((each) => mailKindOf(each) === 'confirmation') ?? all.find((each) => mailKindOf(each) === 'waiting') ?? details;
  return { details: first, others: all.filter((each) => each !== first) };
}

/** Mails the confirmation of a sign-up, or to those who have no place yet that they are on the waiting list. */
export const mailSignUp = (allDeps: AttendeeMailDeps, details: SignUpDetails, context: AttemptContext): Promise<Success> =>
  attemptMail(allDeps, { kind: mailKindOf(details), signUp: details }, context, async (deps, { held }) =>
    sendTogether(deps, { ...details, stepId: context.id }, held, async () => {
      const signUpMail = inOneMail(details, held);
      if (mailKindOf(signUpMail.details) === 'waiting')
        return sendKindMail(deps, signUpMail.details.id, await waitingMail(deps, signUpMail));
      return sendConfirmation(deps, signUpMail);
    }),
  );
