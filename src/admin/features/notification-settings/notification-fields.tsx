import { errorAt } from '#admin/api/api-error.ts';
import { useConnectionTest } from '#admin/features/connections/connection-queries.ts';
import { SwitchField, TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { SettingsSection, WholeWidth } from '#admin/ui/layout/settings-section.tsx';
import { isBlank } from '#contract/rules/text.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import type { SettingsKind } from './settings-kind.ts';
import { TestButton } from './test-button.tsx';
import type { SettingsInputs } from './use-settings-form.ts';
import { WarningNotes } from './warning-notes.tsx';

export const NOTIFICATIONS_NOTE = 'Who hears of each sign-up besides the attendee.';

interface NotificationFieldsProps {
  kind: SettingsKind;
  form: SettingsInputs;
  /** About services that the settings use but this server lacks. */
  warnings: readonly string[];
}

/** The settings of what a sign-up triggers besides the mail to the attendee: Slack, a copy by mail, the CRM. */
export function NotificationFields({ kind, form, warnings }: NotificationFieldsProps) {
  const { labels } = kind;
  const hasNoChannel = form.values.send_notifications_slack && isBlank(form.values.slack_channel_id);
  return (
    <SettingsSection title="Notifications" note={NOTIFICATIONS_NOTE}>
      <WholeWidth>
        <SwitchField label={labels.slack} field={form.field('send_notifications_slack')} />
      </WholeWidth>
      <div>
        <TextField
          label="Slack channel ID"
          field={form.field('slack_channel_id')}
          description={hasNoChannel ? 'Nothing is posted until a channel is set' : undefined}
          spellCheck={false}
          maxLength={TITLE_MAX_LENGTH}
        />
        <TestMessage channelId={form.values.slack_channel_id} />
      </div>
      <TextField
        label={labels.forward}
        field={form.field('email_forward')}
        description={kind.forwardHint}
        type="email"
        spellCheck={false}
      />
      <WholeWidth>
        <TextField
          label="Copper tag"
          field={form.field('copper_tag')}
          description="Added to the lead of each attendee"
          maxLength={TITLE_MAX_LENGTH}
        />
      </WholeWidth>
      <WarningNotes texts={warnings} />
    </SettingsSection>
  );
}

function TestMessage({ channelId }: { channelId: string }) {
  const test = useConnectionTest('slack');
  return (
    <TestButton
      label="Send a test message"
      test={test}
      isDisabled={isBlank(channelId)}
      refused={errorAt(test.error, 'channel_id')}
      onTest={() => test.mutate({ channel_id: channelId.trim() })}
    />
  );
}
