import type { NextLine, SignedUp, SignUpPayload } from '#contract/sign-up.ts';
import * as formWords from '#contract/texts/words/form.ts';
import * as words from '#contract/texts/words/mails.ts';
import { addressColumns } from '#server/address-columns.ts';
import type { SignUpMail, StoredEvent, StoredForm } from '#server/form-store/public-form.ts';

interface Got {
  readonly places: readonly StoredEvent[];
  readonly isWaiting: boolean;
}

/** The places and waits of a sign-up. Only limited series answer with registrations; elsewhere everything chosen is a place. */
function gotOf({ events }: StoredForm, { events: chosen }: SignUpPayload, { registrations }: SignedUp): Got {
  const hasPlace = ({ id }: StoredEvent): boolean =>
    registrations === undefined
      ? Array.isArray(chosen) && chosen.includes(id)
      : registrations.some(({ event_id: eventId, status }) => eventId === id && status === 'confirmed');
  return { places: events.filter(hasPlace), isWaiting: registrations?.some(({ status }) => status === 'waiting') === true };
}

/** What the link in the mail is for, if that mail has one. */
function changeText(signUpMail: SignUpMail, { places, isWaiting }: Got): string | undefined {
  if (isWaiting && places.length === 0) return signUpMail.isWaitingLinked ? words.NEXT.position : undefined;
  if (signUpMail.hasOwnPages) return signUpMail.canChange ? words.NEXT.change : words.NEXT.see;
  return isWaiting ? words.NEXT.see : undefined;
}

function mailLines(signUpMail: SignUpMail, email: unknown, got: Got): NextLine[] {
  const onlyWaits = got.isWaiting && got.places.length === 0;
  if (typeof email !== 'string' || !(onlyWaits || signUpMail.isConfirmed)) return [];
  const change = changeText(signUpMail, got);
  const canJoin = signUpMail.listsEvents && got.places.some(({ hasJoinLink }) => hasJoinLink);
  return [
    { about: 'email', text: words.sendingTo(addressColumns(email).email, signUpMail.sender) },
    ...(canJoin ? [{ about: 'join', text: words.NEXT.join } as const] : []),
    ...(change === undefined ? [] : [{ about: 'change', text: change } as const]),
  ];
}

/** What follows a sign-up, as far as it is true. The hourly limit of an address is not said, since it would show who has signed up before. */
export function nextLines(form: StoredForm, payload: SignUpPayload, signedUp: SignedUp, canMail: boolean): NextLine[] {
  const { successText, hasDownloadableContent, signUpMail } = form;
  const got = gotOf(form, payload, signedUp);
  const lines = canMail && signUpMail !== undefined ? mailLines(signUpMail, payload.email, got) : [];
  const withInbox = (text: string): string => (hasDownloadableContent ? `${text} ${formWords.CHECK_YOUR_INBOX}` : text);
  if (successText !== undefined) return [...lines, { about: 'more', text: withInbox(successText) }];
  const isSettled = lines.length + got.places.length > 0 || got.isWaiting;
  return isSettled ? lines : [{ about: 'later', text: withInbox(formWords.BACK_TO_YOU) }];
}
