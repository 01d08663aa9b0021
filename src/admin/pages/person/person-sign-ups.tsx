import { type ReactNode, useState } from 'react';
import { SubmissionStatusNote } from '#admin/attendees/details/submission-status-note.tsx';
import type { KeptEdits } from '#admin/attendees/edit/use-attendee-edits.ts';
import { viewerDates } from '#admin/reads/attendee-row.ts';
import type { SignUp } from '#admin/reads/person-query.ts';
import { IconChevronDown, IconChevronUp } from '#admin/ui/layout/icons.tsx';
import { formatCount } from '#contract/texts/counts.ts';
import { OpenedSignUp } from './opened-sign-up.tsx';
import classes from './person-panel.module.css';

interface PersonSignUpsProps {
  count: number;
  signUps: readonly SignUp[];
  /** The sign-up that is open at first, if it is one of them. */
  openedId: string;
  edits: KeptEdits;
  more: ReactNode;
}

/** The most sign-ups for one and the same event. */
function mostForOneEvent(signUps: readonly SignUp[]): number {
  const byEvent = Map.groupBy(
    signUps.flatMap(({ events }) => events),
    ({ id }) => id,
  );
  return Math.max(0, ...[...byEvent.values()].map((events) => events.length));
}

/** All sign-ups of a person, newest first, one of them open. */
export function PersonSignUps({ count, signUps, openedId, edits, more }: PersonSignUpsProps) {
  const [openId, setOpen] = useState<string | undefined>(() =>
    signUps.some(({ submission }) => submission.id === openedId) ? openedId : signUps[0]?.submission.id,
  );
  const most = mostForOneEvent(signUps);
  return (
    <section className={classes.section} aria-labelledby="person-sign-ups">
      <div className={classes.heading}>
        <h3 id="person-sign-ups">Sign-ups</h3>
        <span data-variant="count">{formatCount(count)}</span>
        {most < 2 ? null : <span className={classes.twice}>{formatCount(most)} for the same event</span>}
      </div>
      <ul className={classes.signUps}>
        {signUps.map((signUp) => {
          const { id } = signUp.submission;
          return (
            <SignUpItem
              key={id}
              signUp={signUp}
              isUnsaved={edits[0][id] !== undefined}
              onToggle={() => setOpen(id === openId ? undefined : id)}
              details={id === openId ? <OpenedSignUp signUp={signUp} edits={edits} /> : undefined}
            />
          );
        })}
      </ul>
      {more}
    </section>
  );
}

interface SignUpItemProps {
  signUp: SignUp;
  isUnsaved: boolean;
  onToggle: () => void;
  /** Shown below the line; undefined while it is closed. */
  details: ReactNode;
}

function SignUpItem({ signUp: { submission, events, title, series_id: seriesId }, isUnsaved, onToggle, details }: SignUpItemProps) {
  const isOpen = details !== undefined;
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  const isOfForm = seriesId === null;
  return (
    <li className={classes.signUp}>
      <button type="button" className={classes.line} aria-expanded={isOpen} onClick={onToggle}>
        <span className={classes.what}>
          <bdi data-variant="heading">{isOfForm ? title : events.map((event) => event.event_title).join(', ')}</bdi>
          <bdi className={classes.about}>{isOfForm ? 'Form' : title}</bdi>
        </span>
        <span className={classes.when}>
          <SubmissionStatusNote status={submission._status} />
          <span className={classes.about}>
            {isUnsaved && !isOpen ? <span className={classes.unsaved}>Not saved</span> : null}
            <time dateTime={submission.submitted_at}>
              {viewerDates.day(submission.submitted_at)}, {viewerDates.time(submission.submitted_at)}
            </time>
          </span>
        </span>
        <Chevron aria-hidden="true" />
      </button>
      {details}
    </li>
  );
}
