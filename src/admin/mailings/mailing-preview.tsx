import { Button, Group, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { getSettings } from '#admin/api/settings.ts';
import { useKnownForm } from '#admin/reads/form-queries.ts';
import { previewQuery } from '#admin/reads/mailing-queries.ts';
import { call } from '#admin/session/call.ts';
import { LoadFailure, readState } from '#admin/ui/feedback/loaded.tsx';
import { IconAlertTriangle, IconSend } from '#admin/ui/layout/icons.tsx';
import { ShownMail } from '#admin/ui/layout/mail-lines.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { mailingCallsOf, type MailingText, type PreviewedMailing } from '#contract/mailings/mailing-calls.ts';
import { formatCount } from '#contract/texts/counts.ts';
import classes from './mailing-editor.module.css';

const TYPING_PAUSE_MS = 400;

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
    <section className={classes.preview} aria-label="Preview">
      <Group justify="space-between" mb={8} mih="2rem">
        <h2 data-text="heading">Preview</h2>
        {people === 0 ? null : (
          <Group gap={4} data-text="second">
            <span>{`${formatCount(index + 1)} of ${formatCount(people)}`}</span>
            <Button variant="subtle" color="gray" size="xs" disabled={index === 0} onClick={() => setIndex(index - 1)}>
              Previous
            </Button>
            <Button variant="subtle" color="gray" size="xs" disabled={index + 1 >= people} onClick={() => setIndex(index + 1)}>
              Next
            </Button>
          </Group>
        )}
      </Group>
      <PreviewedMail form={form} read={read} />
      {read.data?.notes.map((note) => (
        <Group key={note} component="p" gap={4} mt={8} data-text="warn">
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
  if (data === undefined) return <p data-text="note">The email appears here once it has people, a subject and a text.</p>;
  const html = data.html.replaceAll(LOGO_IN_MAIL, source);
  return <ShownMail title="Email preview" mail={{ ...data, html }} height="30rem" />;
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
