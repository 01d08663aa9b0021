import { Box, Group, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { errorAt } from '#admin/api/api-error.ts';
import { useAlsoHere } from '#admin/live/use-also-here.ts';
import { useConfiguredServices, useConnectionTest, useSlackChannelName } from '#admin/reads/connection-queries.ts';
import type { ReadForm } from '#admin/reads/form-queries.ts';
import type { BoundField } from '#admin/records/use-record.ts';
import {
  CheckboxField,
  InputSkeleton,
  NumberField,
  RadioField,
  SwitchField,
  TextAreaField,
  TextField,
} from '#admin/ui/inputs/edit-fields.tsx';
import { SaveBar, unsavedText } from '#admin/ui/inputs/save-bar.tsx';
import { repeated } from '#admin/ui/layout/page.tsx';
import { SettingsSection, WarningNotes, wholeWidth, WholeWidth } from '#admin/ui/layout/settings-section.tsx';
import { useScrollToAnchor } from '#admin/ui/layout/use-scroll-to-anchor.ts';
import { SaveNote } from '#admin/ui/states/use-saving.tsx';
import { repeatPolicy, VISITOR_TEXT_MAX_LENGTH } from '#contract/forms/event-series.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { topicOf } from '#contract/live.ts';
import { placeholdersOf } from '#contract/rules/mail/mail-placeholders.ts';
import { isBlank } from '#contract/rules/text.ts';
import { slackChannelIn } from '#contract/steps/steps.ts';
import * as words from '#contract/texts/settings.ts';
import { LOADING } from '#contract/texts/staff.ts';
import { SIGN_UPS_CLOSED, SUCCESS_TEXT } from '#contract/texts/words/form.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import { MailPreview, type PreviewPerson, TestButton } from './mail-preview.tsx';
import { SeriesMailsFields } from './other-mails.tsx';
import { PublicPage, PublicPageFields } from './public-page-fields.tsx';
import { hasDownloadWithoutLink, hasDownloadWithoutMail, mailGaps, serviceWarnings } from './service-warnings.ts';
import { mailOf, type SettingsValues, useSettingsForm } from './settings-values.ts';
import { StarterMail, TemplateEditor, unknownPlaceholders } from './template-editor.tsx';

const NOTIFICATIONS_NOTE = 'Who else is notified about each sign-up.';
const PAUSE_MS = 300;
const DOWNLOAD_WITHOUT_MAIL =
  'This form promises downloadable content, but no email delivers it until sender, subject and template are set.';
const DOWNLOAD_WITHOUT_LINK = 'This form promises downloadable content. Put a link to it in the template.';

/** The first card, as wide as the public page below it, so that titles move to the left of their cards only once. */
const CARD = { p: 'var(--t-gutter)', mb: 32, 'data-box': 'card' } as const;

/** `save` has the labels of the save button, if not the default ones. */
const SETTINGS_TEXTS = {
  series: {
    labels: { slack: 'Slack notification', forward: 'Notification email', from: 'Sender email', template: 'Email body template' },
    forwardHint: 'Gets a copy of each sign-up. Up to five addresses, separated by commas.',
    signUpsNote: 'What the form says when it is closed and after a sign-up.',
    save: {},
  },
  marketing: {
    labels: { slack: 'Send notifications on Slack', forward: 'Forward submissions to', from: 'Email From', template: 'Email template' },
    forwardHint: 'Gets a copy of each sign-up. Please make sure the email format is correct. Up to five addresses, separated by commas.',
    signUpsNote: 'What the form says after a sign-up.',
    save: { save: 'Save changes', saving: LOADING },
  },
} as const;

interface SettingsFormProps {
  read: ReadForm;
  people: readonly [PreviewPerson, ...PreviewPerson[]];
}

export function SettingsForm({ read, people }: SettingsFormProps) {
  const { kind, id } = read;
  const ref: FormRef = { kind, id };
  const form = useSettingsForm(ref, read);
  const texts = SETTINGS_TEXTS[kind];
  const warnings = serviceWarnings(form.values, useConfiguredServices());
  useScrollToAnchor(true);
  return (
    <>
      <SaveNote outcome={form.outcome} />
      <Box {...CARD}>
        <TextField
          label="Title"
          field={form.field('title')}
          description="Shown on the form and in its link"
          required
          maxLength={TITLE_MAX_LENGTH}
        />
      </Box>
      <PublicPageFields formRef={ref} form={form} person={people[0]} />
      <NotificationFields formRef={ref} form={form} warnings={warnings.notifications} />
      <MailFields formRef={ref} form={form} warnings={warnings.mail} people={people} />
      <SignUpFields formRef={ref} form={form} />
      {read.kind === 'marketing' ? null : (
        <>
          <SelfServiceFields field={form.field} />
          <SwitchSection title="Calendar entries" note={words.CALENDAR_ENTRIES_NOTE} field={form.field('calendar_entries')} />
          <SwitchSection title={words.CHECK_IN_CODES} note={words.CHECK_IN_CODES_NOTE} field={form.field('check_in_codes')} />
          <SeriesMailsFields seriesId={id} form={form} events={read.events} people={people} />
        </>
      )}
      <SaveBar unsaved={unsavedText(form.changes, form.wrong)} alsoHere={useAlsoHere(topicOf(ref))} record={form} words={texts.save} />
    </>
  );
}

interface FieldsProps {
  formRef: FormRef;
  form: ReturnType<typeof useSettingsForm>;
  warnings: readonly string[];
}

function NotificationFields({ formRef, form, warnings }: FieldsProps) {
  const { labels, forwardHint } = SETTINGS_TEXTS[formRef.kind];
  const channelId = form.values.slack_channel_id;
  const test = useConnectionTest('slack', formRef);
  return (
    <SettingsSection id="notifications" title="Notifications" note={NOTIFICATIONS_NOTE}>
      <SwitchField className={wholeWidth} label={labels.slack} field={form.field('send_notifications_slack')} />
      <div>
        <TextField
          label="Slack channel ID"
          field={form.field('slack_channel_id')}
          description={useChannelNote(form.values)}
          spellCheck={false}
          maxLength={TITLE_MAX_LENGTH}
        />
        <TestButton
          label="Send a test message"
          test={test}
          isDisabled={isBlank(channelId)}
          refused={errorAt(test.error, 'channel_id')}
          onTest={() => test.mutate({ channel_id: slackChannelIn(channelId) ?? channelId.trim() })}
        />
      </div>
      <TextField
        label={labels.forward}
        field={form.field('email_forward')}
        description={forwardHint}
        inputMode="email"
        spellCheck={false}
      />
      <TextField
        className={wholeWidth}
        label="Copper tag"
        field={form.field('copper_tag')}
        description="Tag added to each attendee's lead in Copper"
        maxLength={TITLE_MAX_LENGTH}
      />
      <WarningNotes texts={warnings} />
    </SettingsSection>
  );
}

function useChannelNote({ slack_channel_id: channelId, send_notifications_slack: isOn }: SettingsValues): string | undefined {
  const channel = slackChannelIn(channelId);
  const [typed] = useDebouncedValue(channel, PAUSE_MS);
  const name = useSlackChannelName(typed);
  if (isBlank(channelId)) return isOn ? 'Nothing is posted until a channel is set' : undefined;
  if (channel === undefined) return "The ID begins with C and is at the bottom of the channel's details in Slack. A copied link works too.";
  return name !== undefined && typed === channel ? `Posts to ${name}` : undefined;
}

function MailFields({ formRef, form, warnings, people }: FieldsProps & Pick<SettingsFormProps, 'people'>) {
  const { labels } = SETTINGS_TEXTS[formRef.kind];
  const mail = mailOf(form.values);
  const placeholders = placeholdersOf(undefined, formRef.kind);
  const notes = [
    ...unknownPlaceholders(mail.subject, placeholders).map((note) => `Email subject: ${note}`),
    ...mailGaps(form.values),
    ...warnings,
    ...(hasDownloadWithoutMail(form.values) ? [DOWNLOAD_WITHOUT_MAIL] : []),
    ...(hasDownloadWithoutLink(form.values) ? [DOWNLOAD_WITHOUT_LINK] : []),
  ];
  return (
    <SettingsSection id="mail" title="Email to the attendee" note="Sent when sender, subject and template are set.">
      <StarterMail
        kind={formRef.kind}
        from={form.field('email_from')}
        subject={form.field('email_subject')}
        template={form.field('email_template')}
      />
      <TextField label={labels.from} field={form.field('email_from')} type="email" spellCheck={false} />
      <TextField label="Email subject" field={form.field('email_subject')} maxLength={TITLE_MAX_LENGTH} />
      <TemplateEditor label={labels.template} field={form.field('email_template')} placeholders={placeholders} />
      <MailPreview form={formRef} mail={mail} people={people} />
      {formRef.kind === 'marketing' ? (
        <CheckboxField
          className={wholeWidth}
          label="Email includes downloadable content"
          field={form.field('donwloadable_content')}
          description="The form's button reads Download; put the link in the template"
        />
      ) : null}
      <WarningNotes texts={notes} />
    </SettingsSection>
  );
}

function SignUpFields({ formRef: { kind }, form }: Pick<FieldsProps, 'formRef' | 'form'>) {
  const input = { rows: 3, maxLength: VISITOR_TEXT_MAX_LENGTH };
  const policy = form.field('duplicate_policy');
  const isSeries = kind === 'series';
  return (
    <SettingsSection title="Sign-ups" note={SETTINGS_TEXTS[kind].signUpsNote}>
      {isSeries && <TextAreaField label="Message when closed" field={form.field('closed_text')} placeholder={SIGN_UPS_CLOSED} {...input} />}
      <TextAreaField
        className={isSeries ? undefined : wholeWidth}
        label="Message after signing up"
        field={form.field('success_text')}
        placeholder={SUCCESS_TEXT}
        {...input}
      />
      {isSeries && (
        <RadioField
          className={wholeWidth}
          label={words.REPEATS}
          field={policy}
          options={repeatPolicy.options.map((value) => ({ value, label: words.REPEAT_POLICIES[value].label }))}
          description={words.REPEAT_POLICIES[policy.value].hint}
        />
      )}
    </SettingsSection>
  );
}

/** What people may do through the link in their mails; the rest only shows while there are self-service pages. */
const SelfServiceFields = ({ field }: Pick<FieldsProps['form'], 'field'>) => (
  <SettingsSection title="Self-service page" note="Each email links to a page where people can see their registration.">
    <SwitchField className={wholeWidth} label="Self-service page" field={field('self_service')} />
    {field('self_service').value && (
      <>
        <Group className={wholeWidth} gap={24}>
          <CheckboxField label="Edit their answers" field={field('self_service_answers')} />
          <CheckboxField label="Change events" field={field('self_service_events')} />
          <CheckboxField label="Cancel" field={field('self_service_cancel')} />
        </Group>
        <NumberField label={words.UNTIL_HOW_LONG} field={field('self_service_hours')} unit="hours" />
      </>
    )}
  </SettingsSection>
);

const SwitchSection = ({ title, note, field }: { title: string; note: string; field: BoundField<boolean> }) => (
  <SettingsSection title={title} note={note}>
    <SwitchField className={wholeWidth} label={title} field={field} />
  </SettingsSection>
);

export const SettingsFormSkeleton = () => (
  <>
    <Box {...CARD}>{inputSkeletons(1)}</Box>
    <PublicPage preview={<Skeleton h="46rem" radius="md" />}>{inputSkeletons(4)}</PublicPage>
    <SettingsSection title="Notifications" note={NOTIFICATIONS_NOTE}>
      {inputSkeletons(3)}
    </SettingsSection>
  </>
);

const inputSkeletons = (count: number) =>
  repeated(
    count,
    <WholeWidth>
      <InputSkeleton />
    </WholeWidth>,
  );
