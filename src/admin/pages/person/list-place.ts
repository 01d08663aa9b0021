import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type AttendeePages, rowsOf } from '#admin/reads/attendee-rows.ts';
import type { SignUp } from '#admin/reads/person-query.ts';
import { formatCount } from '#contract/texts/counts.ts';

export interface ListPlace {
  /** `5 of 42 in ‘Leading through change’` */
  readonly text: string;
  readonly previousId: string | undefined;
  readonly nextId: string | undefined;
}

const isListOfAttendees = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey.includes('attendees');

/** The event or form whose list has this key. */
const titleOf = ({ title, events }: SignUp, key: QueryKey): string => events.find(({ id }) => key.includes(id))?.event_title ?? title;

/** The position of a sign-up in the list on the screen, among its loaded rows; undefined when it is in none. */
export function useListPlace(signUp: SignUp | undefined): ListPlace | undefined {
  const queryClient = useQueryClient();
  if (signUp === undefined) return undefined;
  const lists = queryClient.getQueriesData<AttendeePages>({ type: 'active', predicate: isListOfAttendees });
  for (const [key, list] of lists) {
    const ids = rowsOf(list).map(({ id }) => id);
    const place = ids.indexOf(signUp.submission.id);
    if (place < 0) continue;
    const total = list?.pages[0]?.matches_count ?? ids.length;
    return {
      text: `${formatCount(place + 1)} of ${formatCount(total)} in ‘${titleOf(signUp, key)}’`,
      previousId: ids[place - 1],
      nextId: ids[place + 1],
    };
  }
  return undefined;
}
