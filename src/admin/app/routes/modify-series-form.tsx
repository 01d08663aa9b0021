import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { getSettings } from '#admin/api/settings.ts';
import { seriesQuery } from '#admin/features/event-series/series-queries.ts';
import { SERIES_BUILDER } from '#admin/features/form-builder/builder-kind.ts';
import { BuilderSkeleton } from '#admin/features/form-builder/builder-skeleton.tsx';
import { FieldsBuilder } from '#admin/features/form-builder/fields-builder.tsx';
import { seriesFormView } from '#admin/features/form-builder/preview/form-view.ts';
import { PreviewPanel } from '#admin/features/form-builder/preview/preview-panel.tsx';
import { useFieldMutations } from '#admin/features/form-builder/use-field-mutations.ts';
import { paths } from '#admin/paths.ts';
import type { Series } from '#contract/event-series.ts';
import { FormFrame } from '../form-frame.tsx';
import { SeriesSettings } from '../series-page/series-settings.tsx';
import { useLeaveDeleted } from '../use-leave-deleted.ts';

/** `…/create`: modifies the fields of a series' form. */
export function ModifySeriesFormRoute() {
  const { eventseriesid: seriesId = '' } = useParams();
  const read = useQuery(seriesQuery(seriesId, 'all'));
  const leave = useLeaveDeleted(`/events-series/${seriesId}`);
  return (
    <FormFrame
      form={{ kind: 'series', id: seriesId }}
      current="modify-form"
      read={read}
      actions={(series) => <SeriesSettings series={series} showsDisabled={false} onDeleted={leave} />}
      skeleton={<BuilderSkeleton title={SERIES_BUILDER.title} />}
    >
      {(series) => <SeriesBuilder key={series.id} series={series} />}
    </FormFrame>
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
