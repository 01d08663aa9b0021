import { topicOf } from '#contract/live.ts';
import type { StepName } from '#contract/steps/steps.ts';
import { FormCache } from '#server/form-store/form-cache.ts';
import type { Notice } from '#server/live/notice.ts';
import type { AttemptContext, StepTask, Success } from '#server/steps/run-steps.ts';
import type { Claim } from '#server/steps/step-store.ts';
import { type ChangeOfSignUp, deletedSignUp, formerSignUp, listChanges, type StoredChange } from './change-details.ts';
import { changeEmailHandler, giveUpOffer } from './handlers/change-email.ts';
import { changeCrmHandler, type CrmDeps, crmHandler } from './handlers/crm.ts';
import { emailHandler } from './handlers/email.ts';
import { changeForwardHandler, forwardHandler } from './handlers/forward.ts';
import { mailingHandler } from './handlers/mailing.ts';
import { changeSlackHandler, type SlackDeps, slackHandler } from './handlers/slack.ts';
import { listPersonMails } from './mailing-details.ts';
import type { AttendeeMailDeps } from './mails/kind-mail.ts';
import { listSignUpDetails, type SignUpDetails } from './sign-up-details.ts';

type TaskDeps = AttendeeMailDeps & SlackDeps & CrmDeps;

/** What a step does for a sign-up, and for later changes to it: see `StepTask.run`. */
interface StepHandlers {
  readonly signUp: (signUp: SignUpDetails, context: AttemptContext) => Promise<Success>;
  readonly change: (subject: ChangeOfSignUp, context: AttemptContext) => Promise<Success>;
  /** Undoes what an attempt at a change began, once no more attempts are made because its worker died every time. */
  readonly giveUpChange?: (subject: ChangeOfSignUp) => Promise<void>;
}

const stepHandlers = (deps: TaskDeps): Record<Exclude<StepName, 'mailing'>, StepHandlers> => ({
  slack: { signUp: slackHandler(deps), change: changeSlackHandler(deps) },
  email: { signUp: emailHandler(deps), change: changeEmailHandler(deps), giveUpChange: giveUpOffer(deps) },
  forward: { signUp: forwardHandler(deps), change: changeForwardHandler(deps) },
  crm: { signUp: crmHandler(deps), change: changeCrmHandler(deps) },
});

const noticeOf = (signUp: SignUpDetails): Notice => ({ topic: topicOf({ kind: signUp.kind, id: signUp.ownerId }), ids: [signUp.id] });

function taskOf(
  { signUp: handle, change: handleChange, giveUpChange }: StepHandlers,
  signUp: SignUpDetails,
  change: StoredChange | null,
): StepTask {
  const changed = [noticeOf(signUp)];
  if (change === null) return { about: 'sign-up', changed, run: async (context) => handle(signUp, context) };
  const subject = { change, signUp: formerSignUp(signUp, change) };
  const run: StepTask['run'] = async (context) => handleChange(subject, context);
  return { about: change.kind, changed, run, giveUp: giveUpChange === undefined ? undefined : async () => giveUpChange(subject) };
}

/** Reads the data of claimed steps with this name, with their handlers' actions, without those whose sign-up was deleted in the meantime. */
export function stepTasks(given: Omit<TaskDeps, 'forms'>): (step: StepName, claims: readonly Claim[]) => Promise<Map<Claim, StepTask>> {
  const { db, timeZone } = given;
  const deps = { ...given, forms: new FormCache(db, timeZone) };
  const handlers = stepHandlers(deps);
  const handleMailing = mailingHandler(deps);
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
      if (step !== 'mailing') return taskOf(handlers[step], signUp, change);
      const mailing = mailings.get(personId ?? '');
      const changed = [noticeOf(signUp), { topic: `mailing/${mailing?.mailingId}` } as const];
      return mailing && { about: mailing.kind, changed, run: async (context) => handleMailing(mailing, signUp, context) };
    };
    const tasks = claims.map((claim) => [claim, find(claim)] as const);
    return new Map(tasks.flatMap(([claim, task]) => (task === undefined ? [] : [[claim, task] as const])));
  };
}
