import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useEditSeries } from '#admin/features/event-series/series-mutations.ts';
import { knownTitle, seriesQuery } from '#admin/features/event-series/series-queries.ts';
import { SettingsForm, SettingsFormSkeleton } from '#admin/features/notification-settings/settings-form.tsx';
import { SERIES_SETTINGS } from '#admin/features/notification-settings/settings-kind.ts';
import { SERIES_SHAPE, savedSettings } from '#admin/features/notification-settings/settings-values.ts';
import { useSettingsForm } from '#admin/features/notification-settings/use-settings-form.ts';
import { paths } from '#admin/paths.ts';
import { LoadingNote } from '#admin/ui/feedback/loading-note.tsx';
import { PageHeader } from '#admin/ui/layout/page-header.tsx';
import { Page } from '#admin/ui/layout/page.tsx';
import type { Series } from '#contract/event-series.ts';
import { Loaded } from '../loaded.tsx';
import { usePreviewPeople } from '../preview-people.ts';
import { readState } from '../read-state.ts';

/** `…/edit`: the settings of a series. */
export function EditSeriesRoute() {
  const { eventseriesid: seriesId = '' } = useParams();
  const queryClient = useQueryClient();
  const read = useQuery(seriesQuery(seriesId, 'visible'));
  const title = read.data?.title ?? knownTitle(queryClient, seriesId) ?? '';
  return (
    <Page>
      <PageHeader
        back={{ to: paths.series.page({ id: seriesId, title }), label: title === '' ? 'Series' : title }}
        title="Edit series"
        note={readState(read) === 'loading' ? <LoadingNote /> : undefined}
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
  return <SettingsForm kind={SERIES_SETTINGS} form={form} isSaving={edit.isPending} people={people} />;
}
