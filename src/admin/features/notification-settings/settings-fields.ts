import type { BoundField } from '#admin/api/use-edits.ts';
import type { NotificationValues } from './settings-values.ts';

/** The settings that series and forms have in common, as their inputs need them. */
export interface SettingsFields {
  readonly values: NotificationValues;
  readonly field: <Name extends keyof NotificationValues>(name: Name) => BoundField<NotificationValues[Name]>;
}
