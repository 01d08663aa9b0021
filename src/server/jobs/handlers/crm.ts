import { hash } from 'node:crypto';
import type { Db } from '#server/db/connection.ts';
import type { CopperClient } from '#server/integrations/copper.ts';
import { permanent, ServiceError } from '#server/integrations/service-error.ts';
import type { SignUpDetails } from '#server/jobs/sign-up-details.ts';
import type { StepHandler } from '#server/jobs/step-handler.ts';
import { withLease } from '#server/jobs/work-lease.ts';

interface CrmDeps {
  readonly db: Db;
  readonly copper: CopperClient | undefined;
}

const COPPER_NOT_CONFIGURED =
  'Copper is not set up on this server. Whoever runs it has to set COPPER_API_TOKEN and COPPER_USER_EMAIL; then retry.';

const LOST = 'Another sign-up of this person was sent to Copper at the same time.';

/** The tags of the form or series and of the chosen events, without duplicates. */
function tagsOf({ settings, events }: Pick<SignUpDetails, 'settings' | 'events'>): string[] {
  return [...new Set([settings.copper_tag, ...events.map((event) => event.copperTag)].filter((tag) => tag !== null))];
}

type Consent = Pick<SignUpDetails, 'acceptsMarketing' | 'submittedAt' | 'title'>;

/**
 * Whether, when and where the person accepted marketing. Anybody may have typed the address, so the note for an existing lead says
 * that it was not confirmed.
 */
function marketingNotes({ acceptsMarketing, submittedAt, title }: Consent): { note: string; noteForKnown: string } {
  const when = `${submittedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const note = `${when}: ${acceptsMarketing ? 'accepted marketing' : 'did not accept marketing'} (${title})`;
  return { note, noteForKnown: acceptsMarketing ? `${when}: accepted marketing on a form, address not confirmed (${title})` : note };
}

const leaseOf = (emailKey: string): string => `crm:${hash('sha256', emailKey, 'base64url')}`;

/** Adds a sign-up to the person's lead, one at a time per address: two that read its tags at once would each drop the other's. */
export const crmHandler =
  ({ db, copper }: CrmDeps): StepHandler =>
  async (details, { signal }) => {
    const tags = tagsOf(details);
    if (tags.length === 0) throw permanent('The Copper tags were removed before this lead was sent.', 'switched_off');
    if (copper === undefined) throw permanent(COPPER_NOT_CONFIGURED, 'not_connected');
    const person = {
      name: `${details.firstName} ${details.lastName}`.trim(),
      email: details.emailKey,
      company: details.organisation,
      jobTitle: details.jobTitle,
      tags,
      ...marketingNotes(details),
    };
    const lease = {
      db,
      name: leaseOf(details.emailKey),
      signal,
      lost: () => new ServiceError(LOST, { isTemporary: true, reason: 'busy' }),
    };
    return withLease(lease, async (leaseSignal) => copper.upsertLead(person, leaseSignal));
  };
