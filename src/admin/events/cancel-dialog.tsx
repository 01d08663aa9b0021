import { Button, Checkbox, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CancelButton, callState, Dialog, DialogFoot, Failure } from '#admin/ui/dialogs/dialog.tsx';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { Loaded } from '#admin/ui/feedback/loaded.tsx';
import type { EventChange } from '#contract/events/announcement-calls.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import { isBlank } from '#contract/rules/text.ts';
import * as texts from '#contract/texts/announcement.ts';
import classes from './announce-dialog.module.css';
import { ChangeMail, eventChangeQuery, NoteField } from './announce-dialog.tsx';
import { useCancelEvent } from './event-mutations.ts';
import { noteDraftName, useNote } from './note-draft.ts';

const WIDTH = '52.5rem';
const peopleIn = (change: EventChange | null): number => (change === null ? 0 : change.confirmed + change.offered + change.waiting);

/** Asks whether an event is cancelled, or a cancelled one takes place after all, and shows the mail that people would get. */
export function CancelEventDialog({ seriesId, event }: { seriesId: string; event: ListedEvent }) {
  const [isCancelling] = useState(event.cancelled_at === null);
  const read = useQuery(eventChangeQuery(seriesId, event.id, isCancelling));
  const change = useCancelEvent(seriesId, event.id, isCancelling);
  const [tell, setTell] = useState(true);
  const [note, setNote] = useNote(noteDraftName(isCancelling ? 'cancelled' : 'reinstated', event.id));
  const close = useCloseDialog();
  const words = isCancelling ? texts.CANCELLATION : texts.REINSTATEMENT;
  const count = peopleIn(read.data ?? null);
  const send = () =>
    change.mutate({ title: event.event_title, tell: tell && count > 0, note: isBlank(note) ? null : note.trim() }, { onSuccess: close });
  return (
    <Dialog isTall title={words.title(event.event_title)} size={WIDTH} isChanged={!isBlank(note)} isPending={change.isPending}>
      <p data-text="note">{words.about}</p>
      <Loaded read={read} skeleton={<Skeleton h={160} my={16} />}>
        {(data) =>
          data === null ? (
            <p data-text="note">{texts.NOBODY_TO_NOTIFY}</p>
          ) : (
            <div className={classes.parts} data-phone="stacked">
              <div>
                <Checkbox label={texts.announceTo(count)} checked={tell} onChange={({ currentTarget }) => setTell(currentTarget.checked)} />
                <NoteField
                  mt={16}
                  label={isCancelling ? texts.REASON : 'Note'}
                  description={texts.REASON_HINT}
                  disabled={!tell}
                  note={note}
                  onNote={setNote}
                />
              </div>
              <ChangeMail mail={data.mail} note={note} />
            </div>
          )
        }
      </Loaded>
      <Failure>{callState(change).failure}</Failure>
      <DialogFoot>
        <CancelButton data-autofocus>{words.stay}</CancelButton>
        <Button {...(isCancelling && { color: 'red' })} disabled={read.data === undefined} loading={change.isPending} onClick={send}>
          {words.go}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
