import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { useSavedRecord } from '#admin/records/use-record.ts';
import { useSaving } from '#admin/ui/feedback/use-saving.ts';
import { api } from '#contract/api.ts';
import type { SeriesSettings } from '#contract/event-series.ts';
import type { FormSettings } from '#contract/marketing-form.ts';
import { seriesMailsKey } from './series-mails-queries.ts';
import type { SettingsKind } from './settings-kind.ts';
import { savedSettings, settingsDraft, settingsProblems, type SettingsValues, toEdit } from './settings-values.ts';

/** Editing and saving the settings of a series or marketing form. */
export function useSettingsForm({ isMarketingForm }: SettingsKind, read: SeriesSettings | FormSettings) {
  const { id } = read;
  const form = useSavedRecord<SettingsValues, SeriesSettings | FormSettings>({
    name: 'settings',
    draft: settingsDraft,
    read,
    valuesOf: savedSettings,
    problemsOf: settingsProblems,
    send: async (changed, guard) => {
      const sent = { params: { id }, body: toEdit(changed), ...guard };
      return isMarketingForm ? call(api.editForm, sent) : call(api.editEventSeries, sent);
    },
    readsKey: isMarketingForm ? queryKeys.formRead(id) : queryKeys.seriesReads(id),
    staleKeys: isMarketingForm ? [queryKeys.formCards] : [queryKeys.seriesCards, seriesMailsKey(id)],
  });
  return { ...form, ...useSaving(form) };
}
