import { sql } from 'kysely';
import type { MailingKind, MailKind } from '#contract/registrations/mail-kind.ts';
import { aboutOf, type ChangeKind } from '#contract/registrations/registration-changes.ts';
import type { StepName } from '#contract/steps/steps.ts';

/** The registration change, or the mail of a mailing, that a step is about. */
export interface ChangeOfStep {
  readonly id: string;
  readonly kind: ChangeKind | MailingKind;
  /** Which mail it is, if the kind does not decide it. */
  readonly mail: MailKind | null;
}

/** The subject of a step, null for one of the submission itself. `alias` is that of its table. */
export const changeOfStep = (alias: 's' | 'step') => sql<ChangeOfStep | null>`(
  select json_build_object('id', change.id, 'kind', change.kind, 'mail', change.details ->> 'mail')
  from registration_changes as change where change.id = ${sql.ref(`${alias}.change_id`)}
  union all
  select json_build_object('id', person.id, 'kind', mailing.kind, 'mail', null)
  from mailing_people as person join mailings as mailing on mailing.id = person.mailing_id
  where person.id = ${sql.ref(`${alias}.mailing_person_id`)})`;

/** The name of a step, and what it is about: `email: offer`. */
export const nameOfStep = (step: StepName, change: ChangeOfStep | null): string =>
  change === null ? step : `${step}: ${aboutOf(step, change)}`;
