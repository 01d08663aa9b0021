import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHasMail } from '#admin/reads/connection-queries.ts';
import { followsOf } from '#admin/reads/follows.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { readPage } from '#admin/reads/submission-queries.ts';
import { ANNOUNCE_TO_ALL, announceBody, AnnounceChoice } from '#admin/ui/dialogs/announce-choice.tsx';
import { ConfirmDialog, callState } from '#admin/ui/dialogs/dialog.tsx';
import { useNow } from '#admin/ui/format/dates-context.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import type { Submission } from '#contract/attendees/submission.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import type { EventScope } from '#contract/forms/form-ref.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { goesTo } from '#contract/texts/places.ts';
import { useCancellation } from './registration-mutations.ts';
import { nextGets } from './waiting-words.ts';

/** Some people at the top of a list may be unreachable. */
const NEXT_MAX = 50;
const STAYS = 'The sign-up stays in the list of those who cancelled, and can be restored from there.';

/** Who gets these people's place; undefined while that is read, and if nobody does. */
function useNext(submissions: readonly Submission[], scope: EventScope, event: ListedEvent): string | undefined {
  const hasMail = useHasMail();
  const as = nextGets(event, { hasMail, now: useNow() });
  const holdsPlace = submissions.length === 1 && submissions[0]?._registration?.status !== 'waiting';
  const { data: next } = useQuery({
    queryKey: [...queryKeys.submissions(scope), 'next'],
    meta: { follows: followsOf(scope) },
    queryFn: async ({ signal }) => {
      const { submissions: list } = await readPage(scope, { registration: 'waiting', limit: NEXT_MAX, count_max: 1 }, signal);
      return list.find(({ _registration: registration }) => registration?.mail_failed !== true) ?? null;
    },
    enabled: as !== undefined && holdsPlace,
    gcTime: 0,
  });
  return as === undefined || !holdsPlace || next === undefined ? undefined : goesTo(next === null ? 'The next person' : fullName(next), as);
}

interface RemoveDialogProps {
  scope: EventScope;
  event: ListedEvent;
  submissions: readonly Submission[];
  onDone: () => void;
}

/** The text of the question: a place is cancelled, and people who wait or have an offer are removed. */
function removalTexts(submissions: readonly Submission[]) {
  const [first] = submissions;
  if (first === undefined || submissions.length > 1)
    return { title: `Remove ${formatCount(submissions.length)} people?`, label: `Remove ${formatCount(submissions.length)}`, whom: 'them' };
  const whom = fullName(first);
  switch (first._registration?.status) {
    case 'waiting':
      return { title: `Remove ${whom} from the waiting list?`, label: 'Remove', whom };
    case 'offered':
      return { title: `Remove ${whom}, who has an offer?`, label: 'Remove', whom };
    default:
      return { title: `Cancel the place of ${whom}?`, label: 'Cancel place', whom };
  }
}

export function RemoveDialog({ scope, event, submissions, onDone }: RemoveDialogProps) {
  const cancellation = useCancellation(scope);
  const next = useNext(submissions, scope, event);
  const [answer, setAnswer] = useState(ANNOUNCE_TO_ALL);
  const { title, label, whom } = removalTexts(submissions);
  return (
    <ConfirmDialog
      {...callState(cancellation)}
      title={title}
      about={next === undefined ? STAYS : `${next} ${STAYS}`}
      stay={label === 'Cancel place' ? 'Keep it' : 'Cancel'}
      go={label}
      onGo={() => cancellation.mutate({ submissions, ...announceBody(answer) }, { onSuccess: onDone })}
    >
      <AnnounceChoice label={`Notify ${whom} by email`} answer={answer} onChange={setAnswer} />
    </ConfirmDialog>
  );
}
