import { Box, Button, Group, NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useId, useState } from 'react';
import { renderSVG } from 'uqr';
import { errorAt, messageOf } from '#admin/api/api-error.ts';
import { getSettings } from '#admin/api/settings.ts';
import { useConnectionTest } from '#admin/reads/connection-queries.ts';
import { useKnownForm } from '#admin/reads/form-queries.ts';
import { dates } from '#admin/ui/format/dates.tsx';
import { IconSend } from '#admin/ui/layout/icons.tsx';
import { ShownMail } from '#admin/ui/layout/shown-mail.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { Theme } from '#contract/forms/public-face.ts';
import { QR_OPTIONS } from '#contract/qr-code.ts';
import type { MailKind } from '#contract/registrations/mail-kind.ts';
import type { EventInMail } from '#contract/rules/mail/mail-items.ts';
import type { FilledMail } from '#contract/rules/mail/mail-template.ts';
import { fillSampleMail } from '#contract/rules/mail/sample-mail.ts';
import { MAIL_TITLES } from '#contract/texts/changes.ts';
import { previewOf } from '#contract/texts/settings.ts';

/** The frame reloads for every change of the text, so it waits for a pause in typing. */
const TYPING_PAUSE_MS = 200;

export interface PreviewPerson {
  readonly id: string;
  readonly name: string;
  readonly firstName: string;
  readonly email: string;
  /** Events with a place, and one with a waiting list position. */
  readonly held: readonly EventInMail[];
  readonly waitedFor?: EventInMail | undefined;
}

interface MailPreviewProps {
  form: FormRef;
  kind?: MailKind | undefined;
  mail: Readonly<Record<'title' | 'from' | 'subject' | 'template', string> & Record<'hasSelfService' | 'hasCode', boolean>>;
  withoutSender?: string;
  people: readonly [PreviewPerson, ...PreviewPerson[]];
}

/** Two rows of the section: the mail, as high as the editor next to it, and the button below. */
const PREVIEW = { display: 'grid', gridRow: 'span 2', gridTemplateRows: 'subgrid', alignSelf: 'stretch', minWidth: 0 };

/** The mail as one attendee gets it, filled in by the same code that sends it, in a frame without scripts. */
export function MailPreview({ form, kind, mail, withoutSender = '–', people }: MailPreviewProps) {
  const titleId = useId();
  const [personId, setPersonId] = useState<string>();
  const [shown] = useDebouncedValue(mail, TYPING_PAUSE_MS);
  const person = people.find(({ id }) => id === personId) ?? people[0];
  const filled = fillFor(person, { form, kind, mail: shown, theme: useKnownForm(form)?.theme });
  return (
    <section style={PREVIEW} {...(kind === undefined ? { 'aria-labelledby': titleId } : { 'aria-label': previewOf(MAIL_TITLES[kind]) })}>
      <div data-stack>
        <Group gap={8} justify="space-between" align="flex-end" wrap="nowrap" mb={4} mih="2rem">
          <h3 id={titleId} data-text="label">
            Preview
          </h3>
          <NativeSelect
            size="xs"
            aria-label="Attendee in the preview"
            data={people.map((each) => ({ value: each.id, label: each.name }))}
            value={person.id}
            onChange={(event) => setPersonId(event.currentTarget.value)}
          />
        </Group>
        <ShownMail
          title="Email preview"
          mail={{ from: shown.from.trim() || withoutSender, to: person.email, subject: filled.subject || '–', html: filled.html }}
          height="20rem"
        />
      </div>
      <Box mt={-16}>
        <TestMail form={form} kind={kind} mail={mail} person={person} />
      </Box>
    </section>
  );
}

/** A code that belongs to nobody. */
const sampleCode = (): string => `data:image/svg+xml,${encodeURIComponent(renderSVG('T1', QR_OPTIONS))}`;

interface FilledFor extends Pick<MailPreviewProps, 'form' | 'kind' | 'mail'> {
  theme: Theme | null | undefined;
}

export function fillFor({ firstName, held, waitedFor }: PreviewPerson, { form, kind, mail, theme }: FilledFor): FilledMail {
  const { subject, template, title, from, hasSelfService, hasCode } = mail;
  const { organisation } = getSettings();
  const letterhead = { ...organisation, theme, logo: theme?.logo ? `/assets/pictures/${theme.logo}` : organisation.logo };
  const values = { SERIES: title, FNAME: firstName, FROM: from };
  const sample = { formKind: form.kind, kind, subject, template, values, held, waitedFor, hasSelfService, timeZone: dates.timeZone };
  return fillSampleMail({ ...sample, letterhead: { ...letterhead, code: hasCode ? sampleCode() : undefined } });
}

function TestMail({ form, kind, mail, person }: Pick<MailPreviewProps, 'form' | 'kind' | 'mail'> & { person: PreviewPerson }) {
  const test = useConnectionTest('mail', form);
  const handleTest = () =>
    test.mutate({
      title: mail.title,
      email_from: mail.from,
      email_subject: mail.subject,
      email_template: mail.template,
      first_name: person.firstName,
      is_marketing_form: form.kind === 'marketing',
      ...(kind === undefined ? {} : { kind }),
    });
  const refused = errorAt(test.error, 'email_subject') ?? errorAt(test.error, 'email_template');
  return <TestButton label="Send a test to me" test={test} refused={refused} onTest={handleTest} />;
}

interface TestButtonProps {
  label: string;
  test: Pick<ReturnType<typeof useConnectionTest>, 'data' | 'error' | 'isPending'>;
  isDisabled?: boolean;
  refused?: string | undefined;
  onTest: () => void;
}

export const TestButton = ({ label, test: { data, error, isPending }, isDisabled = false, refused, onTest }: TestButtonProps) => (
  <Group gap={8} mt={8} fz="xs" lh="xs" data-text="second">
    <Button variant="default" size="xs" leftSection={<IconSend />} disabled={isDisabled} loading={isPending} onClick={onTest}>
      {label}
    </Button>
    {data === undefined ? null : <span role="status">{data.message}</span>}
    {error === null ? null : (
      <span role="alert" data-text="bad">
        {refused ?? messageOf(error)}
      </span>
    )}
  </Group>
);
