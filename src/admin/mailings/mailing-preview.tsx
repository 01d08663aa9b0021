import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, messageOf } from '#admin/api/api-error.ts';
import { getSettings } from '#admin/api/settings.ts';
import { type ReadForm, useKnownForm } from '#admin/reads/form-queries.ts';
import { previewQuery } from '#admin/reads/mailing-queries.ts';
import { useAttempts } from '#admin/records/attempts.ts';
import { call } from '#admin/session/call.ts';
import { Dialog, DialogFoot, Failure } from '#admin/ui/dialogs/dialog.tsx';
import { dates } from '#admin/ui/format/dates.tsx';
import { Choice, optionsOf } from '#admin/ui/inputs/choice.tsx';
import { DateField } from '#admin/ui/inputs/date-field.tsx';
import { IconAlertTriangle, IconMail, IconSend } from '#admin/ui/layout/icons.tsx';
import { MailLines, ShownMail } from '#admin/ui/layout/shown-mail.tsx';
import { quietButtonProps } from '#admin/ui/layout/tool-button.tsx';
import { IconClock } from '#admin/ui/layout/tool-icons.tsx';
import { LoadFailure, readState } from '#admin/ui/states/page-state.tsx';
import type { AudienceCounts } from '#contract/attendees/audience.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { type Mailing, mailingCallsOf, type MailingText, type PreviewedMailing } from '#contract/mailings/mailing-calls.ts';
import { parseEventDate } from '#contract/rules/event-date.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import * as texts from '#contract/texts/mailings.ts';
import { subjectFor, TYPING_PAUSE_MS } from './audience-fields.tsx';

/** Mails embed their logo; a page shows it from its address. */
const LOGO_IN_MAIL = 'cid:logo@turnout';

/** The mail as each of its people gets it, filled in by the server that sends it. */
export function MailingPreview({ form, text, people }: { form: FormRef; text: Omit<MailingText, 'index'>; people: number }) {
  const [chosen, setIndex] = useState(0);
  const index = Math.min(chosen, Math.max(people - 1, 0));
  // An object made here would be new with every rendering, and never settle.
  const [settled] = useDebouncedValue(text, TYPING_PAUSE_MS);
  const [settledIndex] = useDebouncedValue(index, TYPING_PAUSE_MS);
  const read = useQuery(previewQuery(form, { ...settled, index: settledIndex }));
  return (
    <section data-beside aria-label="Preview">
      <Group justify="space-between" mb={8} mih="2rem">
        <h2 data-text="title">Preview</h2>
        {people === 0 || (read.isPending && !read.isFetching) ? null : (
          <Group gap={4} data-text="second">
            <span>{`${formatCount(index + 1)} of ${formatCount(people)}`}</span>
            <Button {...quietButtonProps} disabled={index === 0} onClick={() => setIndex(index - 1)}>
              Previous
            </Button>
            <Button {...quietButtonProps} disabled={index + 1 >= people} onClick={() => setIndex(index + 1)}>
              Next
            </Button>
          </Group>
        )}
      </Group>
      <PreviewedMail form={form} read={read} />
      {read.data?.notes.map((note) => (
        <Group key={note} component="p" gap={4} wrap="nowrap" mt={8} data-text="warn">
          <IconAlertTriangle size={14} aria-hidden="true" />
          {note}
        </Group>
      ))}
      <TestMailing form={form} text={{ ...text, index }} isOff={read.data === undefined} />
    </section>
  );
}

function PreviewedMail({ form, read }: { form: FormRef; read: UseQueryResult<PreviewedMailing> }) {
  const { data, error, isFetching } = read;
  const logo = useKnownForm(form)?.theme?.logo;
  const source = logo ? `/assets/pictures/${logo}` : (getSettings().organisation.logo ?? '');
  if (error !== null || readState(read) === 'failed') return <LoadFailure read={read} />;
  if (data === undefined && isFetching) return <Skeleton h={240} radius="md" />;
  if (data === undefined) return <p data-text="note">The email appears here once it has recipients, a subject and a text.</p>;
  const html = data.html.replaceAll(LOGO_IN_MAIL, source);
  return (
    <Stack gap={8}>
      <p data-text="second">{`The email ${data.name} gets`}</p>
      <ShownMail title="Email preview" mail={{ ...data, html }} height="30rem" />
    </Stack>
  );
}

function TestMailing({ form, text, isOff }: { form: FormRef; text: MailingText; isOff: boolean }) {
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => call(mailingCallsOf[form.kind].testMailing, { params: { id: form.id }, body: text }),
  });
  return (
    <Group mt={12} gap="4px 12px" data-text="small">
      <Button variant="default" size="xs" leftSection={<IconSend />} loading={isPending} disabled={isOff} onClick={() => mutate()}>
        Send a test to me
      </Button>
      <span role="status">{error === null ? data?.message : messageOf(error)}</span>
    </Group>
  );
}

interface SendDialogProps {
  form: ReadForm;
  text: Omit<MailingText, 'index'>;
  to: string;
  counts: AudienceCounts & { readonly seconds: number };
  onSent: (mailing: Mailing) => void;
}

/** How many match now, if the server has refused another number. */
const peopleIn = (error: unknown): unknown => (error instanceof ApiError ? error.current.people : undefined);

/** A mailing that is about to be sent; if the number of people changes, it asks again. */
function useSending({ form, text, counts, onSent }: Omit<SendDialogProps, 'to'>) {
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [date, setDate] = useState<string | null>(null);
  const [peopleAtFirst] = useState(counts.people);
  const [people, setPeople] = useState(peopleAtFirst);
  const attempts = useAttempts<Mailing>();
  const isLater = when === 'later';
  const begins = isLater && date !== null ? parseEventDate(date, dates.timeZone) : undefined;
  const sending = useMutation({
    mutationFn: async () => {
      const body = { ...text, people, begins_at: begins?.toISOString() ?? null };
      return attempts.send(body, (idempotencyKey) =>
        call(mailingCallsOf[form.kind].sendMailing, { params: { id: form.id }, body, idempotencyKey }),
      );
    },
    onSuccess: onSent,
    onError: (error) => {
      const now = peopleIn(error);
      if (typeof now === 'number') setPeople(now);
    },
  });
  const hasChanged = people !== peopleAtFirst && (sending.error === null || peopleIn(sending.error) !== undefined);
  return { when, setWhen, date, setDate, begins, peopleAtFirst, people, sending, isLater, hasChanged };
}

/** Asks before a mailing is sent, now or later; the focus begins on Cancel. */
export function SendDialog({ to, ...sent }: SendDialogProps) {
  const { form, text, counts } = sent;
  const { when, setWhen, date, setDate, begins, peopleAtFirst, people, sending, isLater, hasChanged } = useSending(sent);
  const skipped = counts.matched - counts.people;
  // The page is still there until the next one has loaded.
  const isBusy = sending.isPending || sending.isSuccess;
  const said = isLater
    ? { note: texts.matchesThen(people), foot: 'Undo is possible until then.', icon: <IconClock />, go: 'Schedule' }
    : {
        note: `It takes about ${texts.durationInWords(counts.seconds)}. You can undo it for 10 seconds, and stop it at any time.`,
        foot: 'Sent to each address once.',
        icon: <IconMail />,
        go: `Send to ${texts.peopleInWords(people)}`,
      };
  return (
    <Dialog title={`Send to ${texts.peopleInWords(people)}${isLater ? ' later' : ''}?`} isPending={isBusy}>
      <Stack gap={16}>
        <MailLines
          lines={[
            ['Subject', <strong key="subject">{subjectFor(text.subject, form, text.audience)}</strong>],
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
            {texts.changedNumber(peopleAtFirst, people)}
          </p>
        ) : (
          <Failure mt={0}>{sending.error === null ? undefined : messageOf(sending.error)}</Failure>
        )}
      </Stack>
      <DialogFoot isFirst note={said.foot}>
        <Button
          leftSection={said.icon}
          loading={isBusy}
          disabled={people === 0 || (isLater && begins === undefined)}
          onClick={() => sending.mutate()}
        >
          {said.go}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
