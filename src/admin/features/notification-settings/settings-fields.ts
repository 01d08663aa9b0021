import type { BoundField } from '#admin/api/use-edits.ts';
import type { NotificationValues } from './settings-values.ts';

type SwitchName = 'send_notifications_slack';

/** Not one generic function: that of a form, which has further settings, would not be taken for it. */
interface FieldOf {
  (name: Exclude<keyof NotificationValues, SwitchName>): BoundField<string>;
  (name: SwitchName): BoundField<boolean>;
}

/** The settings that series and forms have in common, as their inputs need them. */
export interface SettingsFields {
  readonly values: NotificationValues;
  readonly field: FieldOf;
}
