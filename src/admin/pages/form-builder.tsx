import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { MARKETING_BUILDER, SERIES_BUILDER } from '#admin/forms/builder/builder-kind.ts';
import { FieldsBuilder } from '#admin/forms/builder/fields-builder.tsx';
import { PreviewPanel } from '#admin/forms/builder/preview/preview-panel.tsx';
import { formQuery } from '#admin/reads/form-queries.ts';
import { seriesQuery } from '#admin/reads/series-queries.ts';
import { Repeated } from '#admin/ui/loading/repeated.tsx';
import classes from '#admin/forms/builder/builder.module.css';
import { FormSettings } from './form-settings.tsx';
import { FormFrame } from './frame/form-frame.tsx';
import { SeriesSettings } from './series/series-settings.tsx';

/** Shown while the form of a builder loads. */
export function BuilderSkeleton({ title }: { title: string }) {
  return (
    <div className={classes.builder} data-shown="fields">
      <div className={classes.fields}>
        <div>
          <div className={classes.heading}>
            <h2>{title}</h2>
          </div>
          <Skeleton h={232} radius="md" animate={false} />
        </div>
        <div className={classes.card} aria-hidden="true">
          <Repeated times={4}>
            <div className={classes.skeleton}>
              <Skeleton h={14} w="40%" animate={false} />
              <Skeleton h={12} w="65%" animate={false} />
            </div>
          </Repeated>
        </div>
      </div>
      <div className={classes.preview}>
        <PreviewPanel view={undefined} formPath={undefined} />
      </div>
    </div>
  );
}

/** `/{slug}/form/{formid}/create`: modifies the fields of a marketing form. */
export function FormBuilderRoute() {
  const { formid: formId = '' } = useParams();
  const read = useQuery(formQuery(formId));
  return (
    <FormFrame
      form={{ kind: 'marketing', id: formId }}
      current="modify-form"
      read={read}
      actions={(form) => <FormSettings form={form} />}
      skeleton={<BuilderSkeleton title={MARKETING_BUILDER.title} />}
    >
      {(form) => <FieldsBuilder key={form.id} form={form} kind={MARKETING_BUILDER} />}
    </FormFrame>
  );
}

/** `…/create`: modifies the fields of a series' form. */
export function SeriesFormBuilderRoute() {
  const { eventseriesid: seriesId = '' } = useParams();
  const read = useQuery(seriesQuery(seriesId, 'all'));
  return (
    <FormFrame
      form={{ kind: 'series', id: seriesId }}
      current="modify-form"
      read={read}
      actions={(series) => <SeriesSettings series={series} showsDisabled={false} />}
      skeleton={<BuilderSkeleton title={SERIES_BUILDER.title} />}
    >
      {(series) => <FieldsBuilder key={series.id} form={series} kind={SERIES_BUILDER} />}
    </FormFrame>
  );
}
