import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useEditSeries } from '#admin/features/event-series/series-mutations.ts';
import { knownTitle, seriesQuery } from '#admin/features/event-series/series-queries.ts';
import { useConfiguredServices } from '#admin/features/notification-settings/connection-queries.ts';
import { MailFields } from '#admin/features/notification-settings/mail-fields.tsx';
import { NotificationFields } from '#admin/features/notification-settings/notification-fields.tsx';
import { serviceWarnings } from '#admin/features/notification-settings/service-warnings.ts';
import { SERIES_SETTINGS } from '#admin/features/notification-settings/settings-kind.ts';
import { SERIES_SHAPE, savedSettings } from '#admin/features/notification-settings/settings-values.ts';
import { useSettingsForm } from '#admin/features/notification-settings/use-settings-form.ts';
import { paths } from '#admin/paths.ts';
import { TextField } from '#admin/ui/edit-fields.tsx';
import { LoadingNote } from '#admin/ui/loading-note.tsx';
import { Page } from '#admin/ui/page.tsx';
import { PageHeader } from '#admin/ui/page-header.tsx';
import { SaveBar } from '#admin/ui/save-bar.tsx';
import { SaveNote } from '#admin/ui/save-note.tsx';
import { SettingsBones } from '#admin/ui/settings-bones.tsx';
import { SettingsSection, WholeWidth } from '#admin/ui/settings-section.tsx';
import type { Series } from '#contract/event-series.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import { LoadFailure } from '../load-failure.tsx';
import { readState } from '../read-state.ts';
import { usePreviewPeople } from './preview-people.ts';

const TITLE_SECTION = { title: 'Series', note: 'The title stands on the form and in its address.' };
const BONES = [
  { ...TITLE_SECTION, inputs: 1 },
  { title: 'Notifications', note: 'Who hears of each sign-up besides the attendee.', inputs: 3 },
];

/** `…/edit`: the settings of a series (spec section 2, Edit series). */
export function EditSeriesRoute() {
  const { eventseriesid: seriesId = '' } = useParams();
  const queryClient = useQueryClient();
  const read = useQuery(seriesQuery(seriesId, 'visible'));
  const series = read.data;
  const state = readState(read);
  const title = series?.title ?? knownTitle(queryClient, seriesId) ?? '';
  return (
    <Page>
      <PageHeader
        back={{ to: paths.series.page({ id: seriesId, title }), label: title === '' ? 'Series' : title }}
        title="Edit series"
        note={state === 'loading' ? <LoadingNote /> : undefined}
      />
      {state === 'failed' ? <LoadFailure read={read} /> : null}
      {state === 'loading' ? <SettingsBones sections={BONES} /> : null}
      {series === undefined ? null : <SeriesSettings key={series.id} series={series} />}
    </Page>
  );
}

function SeriesSettings({ series }: { series: Series }) {
  const edit = useEditSeries(series.id);
  const people = usePreviewPeople(series);
  const configured = useConfiguredServices();
  const form = useSettingsForm({
    shape: SERIES_SHAPE,
    saved: savedSettings(series),
    isSaving: edit.isPending,
    save: async (changed) => savedSettings(await edit.mutateAsync({ changed, version: series.version })),
  });
  const warnings = serviceWarnings(form.values, configured);
  return (
    <>
      <SaveNote outcome={form.outcome} />
      <SettingsSection {...TITLE_SECTION}>
        <WholeWidth>
          <TextField label="Title" field={form.field('title')} required maxLength={TITLE_MAX_LENGTH} />
        </WholeWidth>
      </SettingsSection>
      <NotificationFields kind={SERIES_SETTINGS} form={form} warnings={warnings.notifications} />
      <MailFields kind={SERIES_SETTINGS} form={form} warnings={warnings.mail} people={people} />
      <SaveBar unsaved={form.unsaved} isSaving={edit.isPending} onSave={form.submit} onDiscard={form.discard} />
    </>
  );
}
