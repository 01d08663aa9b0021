import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { eventLossesQuery } from '#admin/reads/event-queries.ts';
import { DeletionDialog } from '#admin/ui/dialogs/confirm-dialog.tsx';
import { TELL_NOBODY, tellBody, TellChoice } from '#admin/ui/dialogs/tell-choice.tsx';
import type { EventLosses, ListedEvent } from '#contract/event.ts';
import { tellOfCancellation } from '#contract/texts/announcement.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { useDeleteEvent } from './event-mutations.ts';

interface DeleteEventDialogProps {
  seriesId: string;
  event: ListedEvent;
  opened: boolean;
  onClose: () => void;
}

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
export function DeleteEventDialog({ seriesId, event, opened, onClose }: DeleteEventDialogProps) {
  const deletion = useDeleteEvent(seriesId);
  const [answer, setAnswer] = useState(TELL_NOBODY);
  const { data: losses } = useQuery({ ...eventLossesQuery(seriesId, event.id), enabled: opened });
  const toTell = losses?.to_tell ?? 0;
  const close = () => {
    setAnswer(TELL_NOBODY);
    onClose();
  };
  return (
    <DeletionDialog
      deletion={deletion}
      opened={opened}
      title={`Delete ‘${event.event_title}’?`}
      loss={losses === undefined ? 'Its sign-ups that are in no other event are lost.' : <Loss losses={losses} />}
      confirmLabel="Delete event"
      onConfirm={() => deletion.mutate({ eventId: event.id, ...tellBody(answer) }, { onSuccess: close })}
      onClose={close}
    >
      {toTell === 0 ? null : <TellChoice label={tellOfCancellation(toTell)} answer={answer} onChange={setAnswer} />}
    </DeletionDialog>
  );
}
