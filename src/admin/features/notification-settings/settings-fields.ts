import type { BoundField } from '#admin/forms/use-edits.ts';
import type { NotificationValues } from './settings-values.ts';

type SwitchName = 'send_notifications_slack';

/** Overloads instead of one generic function, because TypeScript would not assign the marketing form's wider `field` to that. */
interface FieldOf {
  (name: Exclude<keyof NotificationValues, SwitchName>): BoundField<string>;
  (name: SwitchName): BoundField<boolean>;
}

/** The settings that series and marketing forms share, bound to their inputs. */
export interface SettingsFields {
  readonly values: NotificationValues;
  readonly field: FieldOf;
}
