import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { useEdits } from '#admin/forms/use-edits.ts';
import { useSaving } from '#admin/ui/feedback/use-saving.ts';
import { api } from '#contract/api.ts';
import type { SeriesSettings } from '#contract/event-series.ts';
import type { FormSettings } from '#contract/marketing-form.ts';
import { seriesMailsKey } from './series-mails-queries.ts';
import type { SettingsKind } from './settings-kind.ts';
import { savedSettings, settingsEditsSchema, settingsProblems, type SettingsValues, toEdit } from './settings-values.ts';

/** Editing and saving the settings of a series or marketing form. */
export function useSettingsForm({ isMarketingForm }: SettingsKind, read: SeriesSettings | FormSettings) {
  const { id } = read;
  const form = useEdits<SettingsValues, SeriesSettings | FormSettings>({
    name: 'settings',
    schema: settingsEditsSchema,
    read,
    valuesOf: savedSettings,
    problemsOf: settingsProblems,
    send: async (changed, ifMatch) => {
      const sent = { params: { id }, body: toEdit(changed), ifMatch };
      return isMarketingForm ? call(api.editForm, sent) : call(api.editEventSeries, sent);
    },
    readsKey: isMarketingForm ? queryKeys.formRead(id) : queryKeys.seriesReads(id),
    staleKeys: isMarketingForm ? [queryKeys.formCards] : [queryKeys.seriesCards, seriesMailsKey(id)],
  });
  return { ...form, ...useSaving({ ...form, hasChanges: form.changes > 0 }) };
}
