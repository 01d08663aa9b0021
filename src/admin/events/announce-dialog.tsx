import { Box, Button, Checkbox, Skeleton, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getSettings } from '#admin/api/settings.ts';
import { followsOf, queryKeys, readAgain } from '#admin/reads/query-keys.ts';
import { useAttempts } from '#admin/records/attempts.ts';
import { call } from '#admin/session/call.ts';
import { NoteField, sentNote, useNote } from '#admin/ui/dialogs/announce-choice.tsx';
import { callState, Dialog, DialogFoot, Failure } from '#admin/ui/dialogs/dialog.tsx';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { dates } from '#admin/ui/format/dates.tsx';
import { IconSend } from '#admin/ui/layout/icons.tsx';
import { MailLines } from '#admin/ui/layout/shown-mail.tsx';
import { Loaded } from '#admin/ui/states/page-state.tsx';
import { showSuccess } from '#admin/ui/states/show-alert.tsx';
import { announcementPreviewCalls, type EventChange } from '#contract/events/announcement-preview.ts';
import { type Announcement, eventCalls } from '#contract/events/event-calls.ts';
import type { ChangedEvent, ListedEvent } from '#contract/events/event.ts';
import type { WithMail } from '#contract/registrations/note.ts';
import type { ChangedValue } from '#contract/registrations/registration-changes.ts';
import { announcedChanges } from '#contract/rules/mail/mail-items.ts';
import { fillMail } from '#contract/rules/mail/mail-template.ts';
import { isBlank, WEB_ADDRESS } from '#contract/rules/text.ts';
import * as texts from '#contract/texts/announcement.ts';
import classes from './announce-dialog.module.css';
import { noteDraftName } from './note-draft.ts';

/** An event's unannounced changes, with the mail that would announce them; `cancelled`: as if it were cancelled or reinstated. */
const eventChangeQuery = (seriesId: string, eventId: string, cancelled?: boolean) =>
  queryOptions({
    queryKey: [...queryKeys.eventChange(seriesId, eventId), cancelled],
    meta: { follows: followsOf({ kind: 'series', id: seriesId, eventId }) },
    queryFn: ({ signal }) =>
      call(announcementPreviewCalls.getEventChange, {
        params: { id: seriesId, eventId },
        query: cancelled === undefined ? {} : { cancelled: cancelled ? 'true' : 'false' },
        signal,
      }),
    staleTime: 0,
  });

const Changes = ({ changes }: { changes: readonly ChangedValue[] }) => (
  <table className={classes.changes} data-box="frame" data-breaks>
    <thead data-phone="unseen">
      <tr>
        <th scope="col">Changed</th>
        <th scope="col">Before</th>
        <th scope="col">Now</th>
      </tr>
    </thead>
    <tbody>
      {changes.map(({ label, before, now }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td data-head="Before" dir="auto">
            {before}
          </td>
          <td data-head="Now" dir="auto">
            {now}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Announces an event's change. Pressed again after a lost answer, it mails nobody twice. */
function useAnnounceChange(seriesId: string, eventId: string) {
  const attempts = useAttempts<{ told: number }>();
  const path = { params: { id: seriesId, eventId } };
  return useMutation({
    // The version distinguishes a later change, which may be announced with the same text.
    mutationFn: ({ version, ...body }: Announcement & { version: number }) =>
      attempts.send({ version, ...body }, (idempotencyKey) => call(eventCalls.announceChange, { ...path, body, idempotencyKey })),
    onSuccess: ({ told: count }) => showSuccess({ title: texts.areAnnouncedTo(count) }),
    onSettled: () => readAgain(queryKeys.seriesReads(seriesId), queryKeys.eventFields(seriesId, eventId)),
  });
}

const PARTS = { display: 'grid', gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)', gap: 24, marginBlock: 16 };
const ALSO = { offered: texts.alsoOffered, waiting: texts.alsoWaiting } as const;

export function AnnounceDialog({ seriesId, event }: { seriesId: string; event: ChangedEvent }) {
  const read = useQuery(eventChangeQuery(seriesId, event.id));
  const announcement = useAnnounceChange(seriesId, event.id);
  const [note, setNote] = useNote(noteDraftName('changed', event.id));
  const [isChosen, setChosen] = useState({ confirmed: true, offered: true, waiting: true });
  const pending = read.data ?? event._unannounced;
  const { confirmed, offered, waiting, changes } = pending;
  const audience = (['confirmed', 'offered', 'waiting'] as const).filter((status) => isChosen[status] && pending[status] > 0);
  const count = audience.reduce((sum, status) => sum + pending[status], 0);
  const close = useCloseDialog();
  const announce = () => announcement.mutate({ version: event.version, note: sentNote(note), audience }, { onSuccess: close });
  return (
    <Dialog {...dialogOf(note, announcement)} title={texts.askToAnnounce(confirmed, offered + waiting)}>
      <Changes changes={announcedChanges(changes.before, changes.now, dates.span)} />
      <div style={PARTS} data-phone="stacked">
        <div>
          <NoteField label="Note" rows={4} description="Added below the changes" note={note} onNote={setNote} />
          {(['offered', 'waiting'] as const).map((status) =>
            pending[status] === 0 ? null : (
              <Checkbox
                key={status}
                mt={16}
                label={ALSO[status](pending[status])}
                checked={isChosen[status]}
                onChange={({ currentTarget }) => setChosen({ ...isChosen, [status]: currentTarget.checked })}
              />
            ),
          )}
        </div>
        <Loaded read={read} skeleton={<Skeleton h={160} />}>
          {(data) => data && <ChangeMail mail={data.mail} note={note} />}
        </Loaded>
      </div>
      <Failure>{callState(announcement).failure}</Failure>
      <DialogFoot stay="Not now" isFirst note="You can still do this later from the event card.">
        <Button leftSection={<IconSend aria-hidden="true" />} disabled={count === 0} loading={announcement.isPending} onClick={announce}>
          {texts.announceTo(count)}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

const dialogOf = (note: string, { isPending }: { isPending: boolean }) =>
  ({ isTall: true, size: '52.5rem', isChanged: !isBlank(note), isPending }) as const;

export function CancelEventDialog({ seriesId, event }: { seriesId: string; event: ListedEvent }) {
  const [isCancelling] = useState(event.cancelled_at === null);
  const read = useQuery(eventChangeQuery(seriesId, event.id, isCancelling));
  const words = isCancelling ? texts.CANCELLATION : texts.REINSTATEMENT;
  const change = useMutation({
    mutationFn: (body: WithMail) =>
      call(isCancelling ? eventCalls.cancelEvent : eventCalls.reinstateEvent, { params: { id: seriesId, eventId: event.id }, body }),
    onSuccess: ({ told }) => showSuccess({ title: words.done(event.event_title), ...(told > 0 && { text: texts.areAnnouncedTo(told) }) }),
    onSettled: () => readAgain(queryKeys.seriesReads(seriesId), queryKeys.eventFields(seriesId, event.id), queryKeys.seriesCards),
  });
  const [tell, setTell] = useState(true);
  const [note, setNote] = useNote(noteDraftName(isCancelling ? 'cancelled' : 'reinstated', event.id));
  const close = useCloseDialog();
  const count = read.data ? read.data.confirmed + read.data.offered + read.data.waiting : 0;
  const send = () => change.mutate({ tell: tell && count > 0, note: sentNote(note) }, { onSuccess: close });
  return (
    <Dialog {...dialogOf(note, change)} title={words.title(event.event_title)}>
      <p data-text="note">{words.about}</p>
      <Loaded read={read} skeleton={<Skeleton h={160} my={16} />}>
        {(data) =>
          data === null ? (
            <p data-text="note">There is nobody to notify.</p>
          ) : (
            <div style={PARTS} data-phone="stacked">
              <div>
                <Checkbox label={texts.announceTo(count)} checked={tell} onChange={({ currentTarget }) => setTell(currentTarget.checked)} />
                <NoteField
                  mt={16}
                  label={isCancelling ? 'Reason' : 'Note'}
                  description="Added to the email"
                  rows={4}
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
      <DialogFoot stay={words.stay} isFirst>
        <Button {...(isCancelling && { color: 'red' })} disabled={read.data === undefined} loading={change.isPending} onClick={send}>
          {words.go}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

const FOOTER = '\n\n-- \n';

/** Page addresses are highlighted but not links, since the link to the self-service page is not a real one. */
const withAddresses = (text: string): ReactNode[] =>
  text.split(WEB_ADDRESS).map((part, index) =>
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts are of one text
      <span key={index} data-text="accent">
        {part}
      </span>
    ) : (
      part
    ),
  );

/** The mail about a change as the first attendee will get it, filled in by the code that sends it, without letterhead. */
function ChangeMail({ mail: { name, from, to, file, ...draft }, note }: { mail: EventChange['mail']; note: string }) {
  const title = texts.mailOf(name);
  const { subject, text } = fillMail({ ...draft, values: { ...draft.values, NOTE: note.trim() }, letterhead: getSettings().organisation });
  const words = text.slice(0, text.lastIndexOf(FOOTER));
  return (
    <Box component="section" miw={0} aria-label={title}>
      <Text component="h3" mb="xs" data-text="label">
        {title}
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={classes.mail} data-box="strong" tabIndex={0} role="group" aria-label={title}>
        <MailLines
          lines={[
            ['From', from],
            ['To', to],
            ['Subject', <strong key="subject">{subject}</strong>],
            ...(file === null ? [] : [['File', file] as const]),
          ]}
        />
        <div className={classes.text} dir="auto">
          {words.split('\n\n').map((paragraph, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the paragraphs are of one text
            <p key={index}>{withAddresses(paragraph)}</p>
          ))}
        </div>
      </div>
    </Box>
  );
}
