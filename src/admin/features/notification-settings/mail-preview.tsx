import { NativeSelect, useMantineStyleNonce } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useId, useState } from 'react';
import { errorAt } from '#admin/api/api-error.ts';
import { getSettings } from '#admin/api/settings.ts';
import { useConnectionTest } from '#admin/features/connections/connection-queries.ts';
import { MailLines } from '#admin/ui/layout/mail-lines.tsx';
import type { FormRef } from '#contract/form-ref.ts';
import { fillMail } from '#contract/rules/mail-template.ts';
import classes from './mail-preview.module.css';
import type { SettingsValues } from './settings-values.ts';
import { TestButton } from './test-button.tsx';

/** The frame reloads for each change of the text, so it waits for a pause in typing. */
const TYPING_PAUSE_MS = 200;

export interface PreviewPerson {
  readonly id: string;
  readonly name: string;
  readonly firstName: string;
  readonly email: string;
  /** The lines of %SUCCESS%: the chosen events; the title of the form when undefined. */
  readonly success?: readonly string[];
}

interface MailPreviewProps {
  form: FormRef;
  values: SettingsValues;
  people: readonly [PreviewPerson, ...PreviewPerson[]];
}

/** The mail as one attendee gets it, filled in by the same code that sends it, in a frame without scripts. */
export function MailPreview({ form, values, people }: MailPreviewProps) {
  const titleId = useId();
  const nonce = useMantineStyleNonce();
  const [personId, setPersonId] = useState<string>();
  const [shown] = useDebouncedValue(values, TYPING_PAUSE_MS);
  const person = people.find(({ id }) => id === personId) ?? people[0];
  const mail = fillMail({
    subject: shown.email_subject,
    template: shown.email_template,
    values: { SERIES: shown.title, FNAME: person.firstName, SUCCESS: person.success ?? [shown.title], FROM: shown.email_from },
    letterhead: getSettings().organisation,
  });
  return (
    <section className={classes.preview} aria-labelledby={titleId}>
      <div className={classes.framed}>
        <div className={classes.head}>
          <h3 id={titleId}>Preview</h3>
          <NativeSelect
            size="xs"
            aria-label="Attendee in the preview"
            data={people.map((each) => ({ value: each.id, label: each.name }))}
            value={person.id}
            onChange={(event) => setPersonId(event.currentTarget.value)}
          />
        </div>
        <div className={classes.mail}>
          <MailLines
            lines={[
              ['From', shown.email_from.trim() || '–'],
              ['To', person.email],
              ['Subject', <strong key="subject">{mail.subject || '–'}</strong>],
            ]}
          />
          <iframe className={classes.frame} title="Email preview" sandbox="" srcDoc={mailDocument(mail.html, nonce?.() ?? '')} />
        </div>
      </div>
      <div className={classes.test}>
        <TestMail form={form} values={values} person={person} />
      </div>
    </section>
  );
}

/** The document of the mail preview. Its frame inherits the page's content security policy, so style sheets in the mail need its nonce. */
function mailDocument(html: string, styleNonce: string): string {
  const styled = html.replaceAll(/<style\b/gi, `<style nonce="${styleNonce}"`);
  return `<!doctype html><html lang="en-GB" style="background:#fff;color-scheme:light"><head><meta charset="utf-8"><title>Email preview</title><base target="_blank"></head><body style="margin:16px;overflow-wrap:anywhere;font-family:system-ui,-apple-system,'Segoe UI',sans-serif">${styled}</body></html>`;
}

function TestMail({ form, values, person }: { form: FormRef; values: SettingsValues; person: PreviewPerson }) {
  const test = useConnectionTest('mail', form);
  const { title, email_from, email_subject, email_template } = values;
  const handleTest = () =>
    test.mutate({
      title,
      email_from,
      email_subject,
      email_template,
      first_name: person.firstName,
      is_marketing_form: form.kind === 'form',
    });
  const refused = errorAt(test.error, 'email_subject') ?? errorAt(test.error, 'email_template');
  return <TestButton label="Send a test to me" test={test} refused={refused} onTest={handleTest} />;
}
