import { lateMailsOfSeries, useLateNotice } from '#admin/events/event-mails.tsx';
import { editSettings, type ReadForm } from '#admin/reads/form-queries.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { useSavedRecord } from '#admin/records/use-record.ts';
import { useMay } from '#admin/ui/actions/use-actions.tsx';
import { useSaving } from '#admin/ui/feedback/use-saving.ts';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import type { SeriesSettings } from '#contract/forms/event-series.ts';
import { formCalls } from '#contract/forms/form-calls.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { FormSettings } from '#contract/forms/marketing-form.ts';
import { seriesMailsKey } from './series-mails-queries.ts';
import { savedSettings, settingsDraft, settingsProblems, type SettingsValues, toEdit } from './settings-values.ts';

export function useSettingsForm(ref: FormRef, read: ReadForm) {
  const may = useMay();
  const { timeZone } = useDates();
  const showLate = useLateNotice(read);
  const form = useSavedRecord<SettingsValues, SeriesSettings | FormSettings>({
    name: 'settings',
    draft: settingsDraft,
    isReadOnly: !may(ref.kind === 'series' ? formCalls.editEventSeries : formCalls.editForm),
    read,
    valuesOf: savedSettings,
    problemsOf: settingsProblems,
    send: async (changed, guard) => {
      const saved = await editSettings(ref, { body: toEdit(changed), ...guard });
      if (read.kind === 'series' && 'reminder_minutes' in saved) showLate(lateMailsOfSeries(read.events, read, saved, timeZone));
      return saved;
    },
    readsKey: queryKeys.readsOf(ref),
    staleKeys: [queryKeys.cardsOf(ref), ...(ref.kind === 'series' ? [seriesMailsKey(ref.id)] : [])],
  });
  return { ...form, ...useSaving(form) };
}
