import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { getSettings } from '#admin/api/settings.ts';
import { SeriesHeader } from '#admin/features/event-series/series-header.tsx';
import { seriesQuery } from '#admin/features/event-series/series-queries.ts';
import { SERIES_BUILDER } from '#admin/features/form-builder/builder-kind.ts';
import { BuilderSkeleton } from '#admin/features/form-builder/builder-skeleton.tsx';
import { FieldsBuilder } from '#admin/features/form-builder/fields-builder.tsx';
import { seriesFormView } from '#admin/features/form-builder/preview/form-view.ts';
import { PreviewPanel } from '#admin/features/form-builder/preview/preview-panel.tsx';
import { useFieldMutations } from '#admin/features/form-builder/use-field-mutations.ts';
import { paths } from '#admin/paths.ts';
import { Page } from '#admin/ui/layout/page.tsx';
import type { Series } from '#contract/event-series.ts';
import { LoadFailure } from '../load-failure.tsx';
import { readState } from '../read-state.ts';
import { SeriesSettings } from '../series-page/series-settings.tsx';
import { useLeaveDeleted } from '../use-leave-deleted.ts';

/** `…/create`: modifies the fields of a series' form. */
export function ModifySeriesFormRoute() {
  const { eventseriesid: seriesId = '' } = useParams();
  const read = useQuery(seriesQuery(seriesId, 'all'));
  const leave = useLeaveDeleted(`/events-series/${seriesId}`);
  const series = read.data;
  return (
    <Page>
      <SeriesHeader
        seriesId={seriesId}
        title={series?.title}
        current="modify-form"
        state={readState(read)}
        actions={series === undefined ? null : <SeriesSettings series={series} showsDisabled={false} onDeleted={leave} />}
      />
      {read.isError && series === undefined ? <LoadFailure read={read} /> : null}
      {read.isPending ? <BuilderSkeleton title={SERIES_BUILDER.title} /> : null}
      {series === undefined ? null : <SeriesBuilder key={series.id} series={series} />}
    </Page>
  );
}

function SeriesBuilder({ series }: { series: Series }) {
  const calls = useFieldMutations('series', series.id);
  return (
    <FieldsBuilder
      kind={SERIES_BUILDER}
      fields={series.formFields}
      events={series.events}
      calls={calls}
      preview={(fields) => <PreviewPanel view={seriesFormView(series, fields, getSettings())} formPath={paths.series.publicForm(series)} />}
    />
  );
}
