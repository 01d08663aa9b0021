import { flushSync } from 'react-dom';
import { messageOf } from '#admin/api/api-error.ts';
import { useEdits } from '#admin/forms/use-edits.ts';
import { useSaveOutcome } from '#admin/ui/feedback/save-note.tsx';
import { counted } from '#admin/ui/format/counts.ts';
import { focusFirstWrong } from '#admin/ui/inputs/focus-first-wrong.ts';
import type { NotificationValues, SettingsShape } from './settings-values.ts';

interface SettingsFormOptions<Values extends NotificationValues> {
  readonly shape: SettingsShape<Values>;
  readonly saved: Values;
  readonly isSaving: boolean;
  /** Sends the changed settings. Resolves to all settings as saved; rejects when they were not saved. */
  readonly save: (changed: Partial<Values>) => Promise<Values>;
}

/** Editing and saving the settings of a series or marketing form. Edits are kept when a save fails. */
export function useSettingsForm<Values extends NotificationValues>({ shape, saved, isSaving, save }: SettingsFormOptions<Values>) {
  const [outcome, setOutcome] = useSaveOutcome();
  const form = useEdits<Values>({ name: 'settings', saved, ...shape });

  const send = async () => {
    const sent = form.changed;
    try {
      const now = await save(sent);
      form.markSaved(sent, now);
      setOutcome({ kind: 'saved' });
    } catch (error) {
      flushSync(() => {
        form.refuse(error);
        setOutcome({ kind: 'failed', reason: messageOf(error) });
      });
      focusFirstWrong();
    }
  };

  return {
    ...form,
    outcome,
    isSaving,
    /** `2 unsaved changes`; undefined when there are none. */
    unsaved: form.changes === 0 ? undefined : counted(form.changes, 'unsaved change'),
    submit: () => {
      if (isSaving || form.changes === 0) return;
      flushSync(() => {
        setOutcome(undefined);
        form.check();
      });
      if (form.isWrong) focusFirstWrong();
      else void send();
    },
  };
}
