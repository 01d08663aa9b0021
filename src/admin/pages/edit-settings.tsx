import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useFormPreviewPeople, usePreviewPeople } from '#admin/forms/settings/preview-people.ts';
import { SettingsForm, SettingsFormSkeleton } from '#admin/forms/settings/settings-form.tsx';
import { useColleagueNote } from '#admin/live/use-colleague-note.ts';
import { formQuery } from '#admin/reads/form-queries.ts';
import { seriesQuery } from '#admin/reads/series-queries.ts';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import type { Series } from '#contract/forms/event-series.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { MarketingForm } from '#contract/forms/marketing-form.ts';
import { topicOf } from '#contract/live.ts';
import { useBackToForm } from './frame/form-header.tsx';
import { Loaded, readState } from './frame/loaded.tsx';

/** `/{slug}/events-series/{eventseriesid}/edit`: the settings of a series. */
export function EditSeriesRoute() {
  const { eventseriesid: id = '' } = useParams();
  return (
    <SettingsPage title="Edit series" form={{ kind: 'series', id }} read={useQuery(seriesQuery(id, 'visible'))}>
      {(series) => <SeriesSettings key={series.id} series={series} />}
    </SettingsPage>
  );
}

/** `/{slug}/form/{formid}/edit`: the settings of a marketing form. */
export function EditFormRoute() {
  const { formid: id = '' } = useParams();
  return (
    <SettingsPage title="Edit form" form={{ kind: 'marketing', id }} read={useQuery(formQuery(id))}>
      {(form) => <FormSettings key={form.id} form={form} />}
    </SettingsPage>
  );
}

interface SettingsPageProps<Read> {
  title: string;
  form: FormRef;
  read: UseQueryResult<Read>;
  children: (read: Read) => ReactNode;
}

function SettingsPage<Read extends { title: string; version: number }>({ title, form, read, children }: SettingsPageProps<Read>) {
  const colleagueNote = useColleagueNote(topicOf(form), read.data?.version);
  return (
    <Page>
      <PageHeader
        back={useBackToForm(form, read.data?.title)}
        title={title}
        isLoading={readState(read) === 'loading'}
        note={<span role="status">{colleagueNote}</span>}
      />
      <Loaded read={read} skeleton={<SettingsFormSkeleton kind={form.kind} />}>
        {children}
      </Loaded>
    </Page>
  );
}

const SeriesSettings = ({ series }: { series: Series }) => <SettingsForm kind="series" read={series} people={usePreviewPeople(series)} />;

const FormSettings = ({ form }: { form: MarketingForm }) => (
  <SettingsForm kind="marketing" read={form} people={useFormPreviewPeople(form)} />
);
