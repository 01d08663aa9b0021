import { createHash } from 'node:crypto';
import type { Db } from '#server/db/connection.ts';
import type { CopperClient } from '#server/integrations/copper.ts';
import { ServiceError } from '#server/integrations/service-error.ts';
import type { SignUpDetails } from '#server/jobs/sign-up-details.ts';
import type { StepHandler } from '#server/jobs/step-handler.ts';
import { holding } from '#server/jobs/work-lease.ts';

interface CrmDeps {
  readonly db: Db;
  /** Undefined: Copper is not configured on this server. */
  readonly copper: CopperClient | undefined;
}

/** Said of a step that is asked for on a server without a token (decision 33). */
const COPPER_NOT_CONFIGURED =
  'Copper is not set up on this server. Whoever runs it has to set COPPER_API_TOKEN and COPPER_USER_EMAIL; then retry.';

const LOST = 'Another sign-up of this person was sent to Copper at the same time.';

/** The tags of the form or series and of each chosen event, each once (decision 37). */
function tagsOf({ copperTag, events }: Pick<SignUpDetails, 'copperTag' | 'events'>): string[] {
  return [...new Set([copperTag, ...events.map((event) => event.copperTag)].filter((tag) => tag !== null))];
}

/** Whether and when the person accepted marketing, and where. */
function marketingNote({
  acceptsMarketing,
  submittedAt,
  title,
}: Pick<SignUpDetails, 'acceptsMarketing' | 'submittedAt' | 'title'>): string {
  const when = submittedAt.toISOString().slice(0, 16).replace('T', ' ');
  return `${when} UTC: ${acceptsMarketing ? 'accepted marketing' : 'did not accept marketing'} (${title})`;
}

const leaseOf = (emailKey: string): string => `crm:${createHash('sha256').update(emailKey).digest('base64url')}`;

/** Adds a sign-up to the person's lead. One address at a time: two that read its tags at once would each drop the other's. */
export const crmHandler =
  ({ db, copper }: CrmDeps): StepHandler =>
  async (details, { signal }) => {
    const tags = tagsOf(details);
    if (tags.length === 0) throw new ServiceError('The Copper tags were removed before this lead was sent.', { isTemporary: false });
    if (copper === undefined) throw new ServiceError(COPPER_NOT_CONFIGURED, { isTemporary: false });
    const person = {
      name: `${details.firstName} ${details.lastName}`.trim(),
      email: details.emailKey,
      company: details.organisation,
      jobTitle: details.jobTitle,
      tags,
      note: marketingNote(details),
    };
    const hold = { db, name: leaseOf(details.emailKey), signal, lost: () => new ServiceError(LOST, { isTemporary: true }) };
    return holding(hold, async (mine) => copper.upsertLead(person, mine));
  };
