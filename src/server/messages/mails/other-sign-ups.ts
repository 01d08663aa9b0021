import * as formWords from '#contract/texts/words/form.ts';
import * as pageWords from '#contract/texts/words/own-page.ts';
import type { SignUpDetails } from '../sign-up-details.ts';
import type { MailAttemptDeps } from './kind-mail.ts';
import { ownLink } from './own-links.ts';
import { confirmedLines, hasLink, readRegistrations, waitingLines } from './registered-events.ts';

/** What the other sign-ups of the same address to the series are for, each with a link of its own, or else whom to write to. */
export async function otherSignUps(
  deps: MailAttemptDeps,
  { id, ownerId, emailKey, settings }: Pick<SignUpDetails, 'id' | 'ownerId' | 'emailKey' | 'settings'>,
): Promise<string[]> {
  const others = await deps.db
    .selectFrom('submissions')
    .select('id')
    .where('form_id', '=', ownerId)
    .where('email_key', '=', emailKey)
    .where('id', '<>', id)
    .orderBy('submitted_at')
    .execute();
  const lines: string[] = [];
  for (const other of others) {
    const registrations = await readRegistrations(deps.db, other.id);
    const { events } = registrations;
    const waiting = waitingLines(events, deps.timeZone).map((line) => `${formWords.ON_WAITING_LIST}: ${line}`);
    const held = [...confirmedLines(events, deps.timeZone), ...waiting];
    if (hasLink(registrations)) lines.push(...held, await ownLink(deps, { id: other.id, emailKey }), '');
    else if (held.length > 0) lines.push(...held, pageWords.toChangeIt(settings.email_from), '');
  }
  return lines;
}
