import { hash } from 'node:crypto';
import { CONSEQUENCES } from '#contract/registrations/registration-changes.ts';
import { changeWithArrow } from '#contract/rules/mail/mail-items.ts';
import type { Db } from '#server/db/connection.ts';
import { withLease } from '#server/db/work-lease.ts';
import type { CrmPerson } from '#server/services/copper.ts';
import { permanent, temporary } from '#server/services/service-error.ts';
import type { Services } from '#server/services/services.ts';
import { type AttemptContext, Skipped } from '#server/steps/run-steps.ts';
import { type ChangeOfSignUp, titleOf } from '../change-details.ts';
import { eventsWith, nameOf, type SignUpDetails, whyNoPlace } from '../sign-up-details.ts';

export interface CrmDeps extends Pick<Services, 'copper'> {
  readonly db: Db;
}

const COPPER_NOT_CONFIGURED =
  'Copper is not set up on this server. The person who runs it must set COPPER_API_TOKEN and COPPER_USER_EMAIL; then retry.';

const LOST = 'Another sign-up of this person was sent to Copper at the same time.';

/** The tags of the form or series and of the chosen events, without duplicates. */
function tagsOf(signUp: Pick<SignUpDetails, 'settings' | 'events'>): string[] {
  const ofEvents = eventsWith(signUp, 'confirmed').map(({ copperTag }) => copperTag);
  return [...new Set([signUp.settings.copper_tag, ...ofEvents].filter((tag) => tag !== null))];
}

const minuteOf = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

type Consent = Pick<SignUpDetails, 'acceptsMarketing' | 'submittedAt' | 'title'>;

/** Whether, when and where marketing was accepted; for a known lead the note adds that the address was not confirmed: anyone may have typed it. */
function marketingNotes({ acceptsMarketing, submittedAt, title }: Consent): { note: string; noteForKnown: string } {
  const when = minuteOf(submittedAt);
  const note = `${when}: ${acceptsMarketing ? 'accepted marketing' : 'did not accept marketing'} (${title})`;
  return { note, noteForKnown: acceptsMarketing ? `${when}: accepted marketing on a form, address not confirmed (${title})` : note };
}

type Notes = Pick<CrmPerson, 'note' | 'noteForKnown'>;

/** Adds tags and a note to the person's lead, one at a time per address: two that read its tags at the same time would each drop the other's. */
async function upsertLead(
  { db, copper }: CrmDeps,
  details: SignUpDetails,
  { tags, notes, signal }: { readonly tags: readonly string[]; readonly notes: Notes; readonly signal: AbortSignal },
): Promise<string> {
  if (copper === undefined) throw permanent(COPPER_NOT_CONFIGURED, 'not_connected');
  const { emailKey: email, organisation: company, jobTitle } = details;
  const person = { name: nameOf(details), email, company, jobTitle, tags, ...notes };
  const lease = { db, name: `crm:${hash('sha256', email, 'base64url')}`, signal, lost: () => temporary(LOST, 'busy') };
  return withLease(lease, async (leaseSignal) => copper.upsertLead(person, leaseSignal));
}

export async function leadSignUp(deps: CrmDeps, details: SignUpDetails, { signal }: AttemptContext): Promise<string> {
  const tags = tagsOf(details);
  if (tags.length === 0 && details.events.length > 0 && eventsWith(details, 'confirmed').length === 0)
    throw new Skipped(whyNoPlace(details));
  if (tags.length === 0) throw permanent('The Copper tags were removed before this lead was sent.', 'switched_off');
  return upsertLead(deps, details, { tags, notes: marketingNotes(details), signal });
}

function changeNote({ change, signUp }: ChangeOfSignUp): string {
  const changes = (change.details.changes ?? []).map(changeWithArrow);
  const about = [titleOf(change), ...changes].filter((words) => words !== '').join(', ');
  return `${minuteOf(change.at)}: ${CONSEQUENCES[change.kind].crm ?? 'changed'} ${about} (${signUp.title})`;
}

/** Adds what happened to a registration to the person's lead, and the tags of new events. */
export async function leadChange(deps: CrmDeps, subject: ChangeOfSignUp, { signal }: AttemptContext): Promise<string> {
  const note = changeNote(subject);
  return upsertLead(deps, subject.signUp, { tags: tagsOf(subject.signUp), notes: { note, noteForKnown: note }, signal });
}
