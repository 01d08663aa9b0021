import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { errorAt, messageOf } from '#admin/api/api-error.ts';
import { SetupCard } from '#admin/forms/setup/setup-card.tsx';
import { setupQuery } from '#admin/forms/setup/setup-queries.ts';
import { EmbedDialog } from '#admin/forms/share/embed-dialog.tsx';
import { ShareForm } from '#admin/forms/share/share-form.tsx';
import { paths } from '#admin/paths.ts';
import { useConnectionTest } from '#admin/reads/connection-queries.ts';
import { useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { moveLostFocus } from '#admin/ui/feedback/move-lost-focus.ts';
import { showFailure, showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { IconCode, IconExternalLink, IconMail, IconPlus, IconSend } from '#admin/ui/layout/icons.tsx';
import { outside } from '#admin/ui/layout/tool-button.tsx';
import type { Series } from '#contract/forms/event-series.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { MarketingForm } from '#contract/forms/marketing-form.ts';
import type { SetupItem } from '#contract/forms/setup.ts';

interface TestedForm {
  kind: FormRef['kind'];
  form: Series | MarketingForm;
}

interface FormSetupProps extends TestedForm {
  skeleton: ReactNode;
  children: ReactNode;
}

const look = { variant: 'default', size: 'xs' } as const;

/** The setup list of a series or marketing form, with the one action of each open item, above what the page is about. */
export function FormSetup({ kind, form, skeleton, children }: FormSetupProps) {
  const { isLoading, failureCount } = useQuery(setupQuery({ kind, id: form.id }));
  const embedding = useDialog();
  const shared = { kind, id: form.id, title: form.title, path: paths[kind].publicForm(form) };
  const openForm = (
    <Button {...look} component="a" href={shared.path} {...outside} leftSection={<IconExternalLink />}>
      Open form
    </Button>
  );
  const setUp = (
    <Button {...look} component={Link} to={paths[kind].edit(form)}>
      Set up
    </Button>
  );
  // No label is the name of another control of the page.
  const actions: Readonly<Record<SetupItem['name'], ReactNode>> = {
    event: (
      <Button {...look} component={Link} to={paths.series.addEvent(form)} leftSection={<IconPlus />}>
        Add an event
      </Button>
    ),
    form_seen: openForm,
    mail_tested: <MailTest kind={kind} form={form} />,
    slack_tested: <SlackTest kind={kind} form={form} />,
    embed_seen: (
      <Button {...look} aria-haspopup="dialog" leftSection={<IconCode />} onClick={embedding.open}>
        Get the code…
      </Button>
    ),
    first_signup: openForm,
  };
  const actionOf = ({ name, state }: SetupItem): ReactNode => {
    if (state === 'open') return actions[name];
    return name === 'embed_seen' ? null : setUp;
  };
  // What stands below the list does not jump when it arrives.
  if (isLoading && failureCount === 0) return skeleton;
  return (
    <>
      <SetupCard form={shared} actionOf={actionOf} share={<ShareForm form={shared} />} />
      {embedding.show(<EmbedDialog form={shared} />)}
      {children}
    </>
  );
}

/** What is wrong with the settings that were tested. */
const refusalOf = (error: unknown): string | undefined =>
  ['channel_id', 'email_subject', 'email_template'].map((path) => errorAt(error, path)).find((text) => text !== undefined);

/** Says how a test ended. Its button may be gone by then, since its line is done. */
async function report(test: Promise<{ message: string }>): Promise<void> {
  try {
    showSuccess({ title: (await test).message });
    await moveLostFocus(document.querySelector('h1'));
  } catch (error) {
    showFailure({ title: 'The test failed.', text: refusalOf(error) ?? messageOf(error) });
  }
}

function MailTest({ kind, form }: TestedForm) {
  const test = useConnectionTest('mail', { kind, id: form.id });
  const { title, email_from: from, email_subject: subject, email_template: template } = form;
  const draft = { title, email_from: from, email_subject: subject, email_template: template, is_marketing_form: kind === 'marketing' };
  return (
    <Button {...look} leftSection={<IconMail />} loading={test.isPending} onClick={() => void report(test.mutateAsync(draft))}>
      Send a test to me
    </Button>
  );
}

function SlackTest({ kind, form }: TestedForm) {
  const test = useConnectionTest('slack', { kind, id: form.id });
  return (
    <Button
      {...look}
      leftSection={<IconSend />}
      loading={test.isPending}
      onClick={() => void report(test.mutateAsync({ channel_id: form.slack_channel_id ?? '' }))}
    >
      Send a test message
    </Button>
  );
}
