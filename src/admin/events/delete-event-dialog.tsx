import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { eventLossesQuery } from '#admin/reads/event-queries.ts';
import { Ask, runOf } from '#admin/ui/dialogs/dialog.tsx';
import { TELL_NOBODY, tellBody, TellChoice } from '#admin/ui/dialogs/tell-choice.tsx';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import type { EventLosses, ListedEvent } from '#contract/events/event.ts';
import { tellOfCancellation } from '#contract/texts/announcement.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { useDeleteEvent } from './event-mutations.ts';

const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are');
const itOrThey = (count: number): string => (count === 1 ? 'It' : 'They');

function Loss({ losses: { submissions_lost: lost, submissions_kept: kept, is_maximum: isMaximum } }: { losses: EventLosses }) {
  const all = lost + kept;
  if (all === 0) return 'Nobody has signed up for this event.';
  return (
    <>
      <strong>
        {counted(all, 'sign-up')} {isOrAre(all)} in this event.
      </strong>{' '}
      {isMaximum === true
        ? 'Those that are in no other event are lost with it.'
        : `${lost < all ? `${formatCount(lost)} of them` : itOrThey(all)} ${isOrAre(lost)} in no other event and ${isOrAre(lost)} lost with it.`}
    </>
  );
}

/** Asks before an event is deleted. Only sign-ups that are in no other event count as lost. */
export function DeleteEventDialog({ seriesId, event }: { seriesId: string; event: ListedEvent }) {
  const close = useCloseDialog();
  const deletion = useDeleteEvent(seriesId);
  const [answer, setAnswer] = useState(TELL_NOBODY);
  const { data: losses } = useQuery(eventLossesQuery(seriesId, event.id));
  const toTell = losses?.to_tell ?? 0;
  return (
    <Ask
      {...runOf(deletion)}
      title={`Delete ‘${event.event_title}’?`}
      losses={losses === undefined ? 'Its sign-ups that are in no other event are lost.' : <Loss losses={losses} />}
      go="Delete event"
      onGo={() => deletion.mutate({ eventId: event.id, ...tellBody(answer) }, { onSuccess: close })}
    >
      {toTell === 0 ? null : <TellChoice label={tellOfCancellation(toTell)} answer={answer} onChange={setAnswer} />}
    </Ask>
  );
}
