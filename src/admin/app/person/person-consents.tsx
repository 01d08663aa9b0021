import { viewerDates } from '#admin/features/submissions/attendee-row.ts';
import { formatCount } from '#contract/texts/counts.ts';
import classes from './person-panel.module.css';
import type { SignUp } from './person-query.ts';

interface PersonConsentsProps {
  signUps: readonly SignUp[];
  /** Whether these are all sign-ups. */
  isWhole: boolean;
}

/** The sign-ups that said otherwise than the one before, newest first; of the first ones that were not loaded, none. */
const changesOf = (signUps: readonly SignUp[], isWhole: boolean): SignUp[] =>
  signUps.filter(({ submission }, place) => {
    const before = signUps[place + 1]?.submission.accepts_marketing;
    return before === undefined ? isWhole : before !== submission.accepts_marketing;
  });

/** When the person began to accept marketing, or no longer did, by what the sign-ups say. */
export function PersonConsents({ signUps, isWhole }: PersonConsentsProps) {
  const changes = changesOf(signUps, isWhole);
  if (changes.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="person-consents">
      <div className={classes.heading}>
        <h3 id="person-consents">Marketing consent</h3>
        <span className={classes.count}>{formatCount(changes.length)}</span>
      </div>
      <dl className={classes.consents}>
        {changes.map(({ submission, title }) => (
          <div key={submission.id} className={classes.consent}>
            <dt>
              <time dateTime={submission.submitted_at}>{viewerDates.day(submission.submitted_at)}</time>
            </dt>
            <dd>
              <span className={classes.answer}>{submission.accepts_marketing ? 'Yes' : 'No'}</span>
              <bdi className={classes.about}>{title}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
