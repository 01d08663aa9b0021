import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useEditSeries } from '#admin/features/event-series/series-mutations.ts';
import { seriesQuery } from '#admin/features/event-series/series-queries.ts';
import { SettingsForm, SettingsFormSkeleton } from '#admin/features/notification-settings/settings-form.tsx';
import { SERIES_SETTINGS } from '#admin/features/notification-settings/settings-kind.ts';
import { SERIES_SHAPE, savedSettings } from '#admin/features/notification-settings/settings-values.ts';
import { useSettingsForm } from '#admin/features/notification-settings/use-settings-form.ts';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import type { Series } from '#contract/event-series.ts';
import { useBackToForm } from '../form-header.tsx';
import { Loaded, readState } from '../loaded.tsx';
import { usePreviewPeople } from '../preview-people.ts';

/** `…/edit`: the settings of a series. */
export function EditSeriesRoute() {
  const { eventseriesid: seriesId = '' } = useParams();
  const read = useQuery(seriesQuery(seriesId, 'visible'));
  return (
    <Page>
      <PageHeader
        back={useBackToForm({ kind: 'series', id: seriesId }, read.data?.title)}
        title="Edit series"
        isLoading={readState(read) === 'loading'}
      />
      <Loaded read={read} skeleton={<SettingsFormSkeleton kind={SERIES_SETTINGS} />}>
        {(series) => <SeriesSettings key={series.id} series={series} />}
      </Loaded>
    </Page>
  );
}

function SeriesSettings({ series }: { series: Series }) {
  const edit = useEditSeries(series.id);
  const people = usePreviewPeople(series);
  const form = useSettingsForm({
    shape: SERIES_SHAPE,
    saved: savedSettings(series),
    isSaving: edit.isPending,
    save: async (changed) => savedSettings(await edit.mutateAsync({ changed, version: series.version })),
  });
  return <SettingsForm kind={SERIES_SETTINGS} form={form} people={people} />;
}
