import { topicOf } from '#contract/live.ts';
import type { StepName } from '#contract/steps/steps.ts';
import { FormCache } from '#server/form-store/form-cache.ts';
import type { AttemptContext, StepTask, Success } from '#server/steps/run-steps.ts';
import type { Claim } from '#server/steps/step-store.ts';
import { type ChangeOfSignUp, deletedSignUp, formerSignUp, listChanges, type StoredChange } from './change-details.ts';
import { giveUpOffer, mailChange } from './handlers/change-email.ts';
import { type CrmDeps, leadChange, leadSignUp } from './handlers/crm.ts';
import { mailSignUp } from './handlers/email.ts';
import { copyChange, copySignUp } from './handlers/forward.ts';
import { mailPerson } from './handlers/mailing.ts';
import { postChange, postSignUp, type SlackDeps } from './handlers/slack.ts';
import { listPersonMails } from './mailing-details.ts';
import type { AttendeeMailDeps } from './mails/may-send.ts';
import { listSignUpDetails, type SignUpDetails } from './sign-up-details.ts';

type TaskDeps = AttendeeMailDeps & SlackDeps & CrmDeps;

/** What a step does for a sign-up, and for later changes to it: see `StepTask.run`. */
interface StepHandlers {
  readonly signUp: (deps: TaskDeps, signUp: SignUpDetails, context: AttemptContext) => Promise<Success>;
  readonly change: (deps: TaskDeps, subject: ChangeOfSignUp, context: AttemptContext) => Promise<Success>;
}

const HANDLERS: Readonly<Record<Exclude<StepName, 'mailing'>, StepHandlers>> = {
  slack: { signUp: postSignUp, change: postChange },
  email: { signUp: mailSignUp, change: mailChange },
  forward: { signUp: copySignUp, change: copyChange },
  crm: { signUp: leadSignUp, change: leadChange },
};

function taskOf(
  deps: TaskDeps,
  step: keyof typeof HANDLERS,
  signUp: SignUpDetails,
  change: StoredChange | null,
): Omit<StepTask, 'changed'> {
  const handlers = HANDLERS[step];
  if (change === null) return { about: 'sign-up', run: async (context) => handlers.signUp(deps, signUp, context) };
  const subject = { change, signUp: formerSignUp(signUp, change) };
  return {
    about: change.kind,
    run: async (context) => handlers.change(deps, subject, context),
    giveUp: step === 'email' ? async () => giveUpOffer(deps, subject) : undefined,
  };
}

/** Reads the data of claimed steps with this name, with their handlers' actions; undefined for those whose sign-up was deleted in the meantime. */
export function stepTasks(
  given: Omit<TaskDeps, 'forms' | 'summaries'>,
): (step: StepName, claims: readonly Claim[]) => Promise<Map<Claim, StepTask | undefined>> {
  const { db, timeZone } = given;
  const deps = { ...given, forms: new FormCache(db, timeZone), summaries: new Map() };
  return async (step, claims) => {
    const ids = (of: 'submissionId' | 'changeId' | 'personId') => claims.flatMap(({ [of]: id }) => id ?? []);
    const [signUps, changes, mailings] = await Promise.all([
      listSignUpDetails(db, ids('submissionId')),
      listChanges(db, ids('changeId')),
      listPersonMails(db, ids('personId')),
    ]);
    const find = ({ submissionId, changeId, personId }: Claim): StepTask | undefined => {
      const change = changeId === null ? null : changes.get(changeId);
      const signUp = submissionId === null ? change && deletedSignUp(change) : signUps.get(submissionId);
      if (!signUp || change === undefined) return undefined;
      const notice = { topic: topicOf({ kind: signUp.kind, id: signUp.ownerId }), ids: [signUp.id] };
      if (step !== 'mailing') return { ...taskOf(deps, step, signUp, change), changed: [notice] };
      const mailing = mailings.get(personId ?? '');
      const changed = [notice, { topic: `mailing/${mailing?.mailingId}` } as const];
      return mailing && { about: mailing.kind, changed, run: async (context) => mailPerson(deps, mailing, signUp, context) };
    };
    return new Map(claims.map((claim) => [claim, find(claim)]));
  };
}
