import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { failedStep, NO_ERRORS_DURING_SUBMISSION } from '#contract/texts/staff.ts';
import type { Attendee } from './attendee-row.ts';
import { SubmissionStatusNote } from './submission-status-note.tsx';
import classes from './submission-steps.module.css';

/** What became of each step of a sign-up; only what failed is red and says why (spec section 8, decision 33). */
export function SubmissionSteps({ attendee: { submission, nextTry } }: { attendee: Attendee }) {
  const { errors: steps, _status: status } = submission;
  const failed = steps.filter((step) => !step.success);
  const isAtStep = failed.length === 1;
  return (
    <div>
      {failed.length > 0 ? null : <p className={classes.fine}>{NO_ERRORS_DURING_SUBMISSION}</p>}
      <ul className={classes.steps}>
        {steps.map((step) =>
          step.success ? (
            <li key={step.step} className={classes.step}>
              <IconCircleCheck size={16} stroke={1.75} role="img" aria-label="Done" className={classes.good} />
              <span>{step.step}</span>
            </li>
          ) : (
            <li key={step.step} className={classes.step}>
              <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" className={classes.bad} />
              <span>
                <span className={classes.failure} dir="auto">
                  {failedStep(step.step, step.message)}
                </span>
                {isAtStep && nextTry !== undefined ? <span className={classes.next}>{nextTry}</span> : null}
              </span>
            </li>
          ),
        )}
        {steps.length === 0 || status.state === 'sending' ? (
          <li className={classes.step}>
            <SubmissionStatusNote status={status} />
          </li>
        ) : null}
        {!isAtStep && failed.length > 0 && nextTry !== undefined ? <li className={classes.step}>{nextTry}</li> : null}
      </ul>
    </div>
  );
}
