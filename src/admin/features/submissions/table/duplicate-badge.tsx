import { EVERY_ATTENDEE } from '../attendee-list-params.ts';
import { useAttendeeListParams } from '../use-attendee-list-params.ts';
import classes from './attendee-columns.module.css';

/** Marks a row whose address occurs twice; a click lists those rows together. */
export function DuplicateBadge({ name, email }: { name: string; email: string }) {
  const { list, setList } = useAttendeeListParams();
  return (
    <button
      type="button"
      className={classes.duplicate}
      aria-label={`Duplicate: list all sign-ups of ${name}`}
      onClick={() => setList({ ...EVERY_ATTENDEE, registration: list.registration, search: email, filter: 'duplicates' })}
    >
      Duplicate
    </button>
  );
}
