import { flushSync } from 'react-dom';
import { messageOf } from '#admin/api/api-error.ts';
import { useEdits } from '#admin/api/use-edits.ts';
import { counted } from '#admin/ui/counts.ts';
import { focusFirstWrong } from '#admin/ui/focus-first-wrong.ts';
import { useSaveOutcome } from '#admin/ui/save-note.tsx';
import type { NotificationValues, SettingsShape } from './settings-values.ts';

interface SettingsFormOptions<Values extends NotificationValues> {
  readonly shape: SettingsShape<Values>;
  readonly saved: Values;
  readonly isSaving: boolean;
  /** Sends what changed. Gives all settings as they are saved then; throws when they are not. */
  readonly save: (changed: Partial<Values>) => Promise<Values>;
}

/** The settings of a series or form from the first letter to the answer of the server; what was typed stays until it is stored. */
export function useSettingsForm<Values extends NotificationValues>({ shape, saved, isSaving, save }: SettingsFormOptions<Values>) {
  const [outcome, setOutcome] = useSaveOutcome();
  const form = useEdits<Values>({ name: 'settings', saved, ...shape });
  const changes = Object.keys(form.changed).length;

  const send = async () => {
    const sent = form.edits;
    try {
      const now = await save(form.changed);
      form.noteSaved(sent, now);
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
    /** `2 unsaved changes`; undefined when there are none. */
    unsaved: changes === 0 ? undefined : counted(changes, 'unsaved change'),
    submit: () => {
      if (isSaving || changes === 0) return;
      flushSync(() => {
        setOutcome(undefined);
        form.check();
      });
      if (form.hasTheirs || Object.keys(form.problems).length > 0) focusFirstWrong();
      else void send();
    },
  };
}
