import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, messageOf } from '#admin/api/api-error.ts';
import { useAttempts } from '#admin/records/attempts.ts';
import { call } from '#admin/session/call.ts';
import { Dialog, DialogFoot, Failure } from '#admin/ui/dialogs/dialog.tsx';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { Choice } from '#admin/ui/inputs/choice.tsx';
import { DateField } from '#admin/ui/inputs/date-field.tsx';
import { optionsOf } from '#admin/ui/inputs/options.ts';
import { IconMail } from '#admin/ui/layout/icons.tsx';
import { MailLines } from '#admin/ui/layout/mail-lines.tsx';
import { IconClock } from '#admin/ui/layout/tool-icons.tsx';
import type { AudienceCounts } from '#contract/attendees/audience.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { type Mailing, mailingCallsOf, type MailingText } from '#contract/mailings/mailing-calls.ts';
import { parseEventDate } from '#contract/rules/event-date.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import * as texts from '#contract/texts/mailings.ts';

interface SendDialogProps {
  form: FormRef;
  text: Omit<MailingText, 'index'>;
  to: string;
  counts: AudienceCounts & { readonly seconds: number };
  onSent: (mailing: Mailing) => void;
}

/** A mailing that is about to be sent; if the number of people changes, it asks again. */
function useSending({ form, text, counts, onSent }: Omit<SendDialogProps, 'to'>) {
  const { timeZone } = useDates();
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [date, setDate] = useState<string | null>(null);
  const [people, setPeople] = useState(counts.people);
  const attempts = useAttempts<Mailing>();
  const isLater = when === 'later';
  const begins = isLater && date !== null ? parseEventDate(date, timeZone) : undefined;
  const sending = useMutation({
    mutationFn: async () => {
      const body = { ...text, people, begins_at: begins?.toISOString() ?? null };
      return attempts.send(body, (idempotencyKey) =>
        call(mailingCallsOf[form.kind].sendMailing, { params: { id: form.id }, body, idempotencyKey }),
      );
    },
    onSuccess: onSent,
    onError: (error) => {
      const now = error instanceof ApiError ? error.current.people : undefined;
      if (typeof now === 'number') setPeople(now);
    },
  });
  return { when, setWhen, date, setDate, begins, people, sending, isLater };
}

/** Asks before a mailing is sent, now or later; the focus begins on Cancel. */
export function SendDialog({ to, ...sent }: SendDialogProps) {
  const { text, counts } = sent;
  const { when, setWhen, date, setDate, begins, people, sending, isLater } = useSending(sent);
  const hasChanged = people !== counts.people;
  const skipped = counts.matched - counts.people;
  const said = isLater
    ? { note: texts.matchesThen(people), foot: texts.UNDO_UNTIL_THEN, icon: <IconClock />, go: 'Schedule' }
    : {
        note: texts.undoAndStop(texts.durationInWords(counts.seconds)),
        foot: texts.SENT_ONCE,
        icon: <IconMail />,
        go: `Send to ${texts.peopleInWords(people)}`,
      };
  return (
    <Dialog title={texts.askToSend(people, isLater)} isPending={sending.isPending}>
      <Stack gap={16}>
        <MailLines
          lines={[
            ['Subject', <strong key="subject">{text.subject}</strong>],
            ['To', to],
            ['About', texts.ABOUT[text.purpose].label],
            ...(skipped === 0 ? [] : [['Skipped', `${formatCount(skipped)} of ${counted(counts.matched, 'sign-up')}`] as const]),
          ]}
        />
        <Choice label="When" data={optionsOf({ now: 'Now', later: 'Later' })} value={when} onChange={setWhen} />
        {isLater ? <DateField label="Date and time" value={date} onChange={setDate} /> : null}
        <p data-text="note">{said.note}</p>
        {hasChanged ? (
          <p data-text="warn" role="alert">
            {texts.changedNumber(counts.people, people)}
          </p>
        ) : (
          <Failure mt={0}>{sending.error === null ? undefined : messageOf(sending.error)}</Failure>
        )}
      </Stack>
      <DialogFoot isFirst note={said.foot}>
        <Button
          leftSection={said.icon}
          loading={sending.isPending}
          disabled={people === 0 || (isLater && begins === undefined)}
          onClick={() => sending.mutate()}
        >
          {said.go}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
