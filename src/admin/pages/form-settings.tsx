import { Menu } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '#admin/api/api-error.ts';
import { copyDraftName } from '#admin/events/copies/copy-draft.ts';
import { type Showing, useShowEvents } from '#admin/events/event-mutations.ts';
import { setupQuery, useDismissSetup } from '#admin/forms/setup/setup-queries.ts';
import { EmbedDialog } from '#admin/forms/share/embed-dialog.tsx';
import { paths } from '#admin/paths.ts';
import { editSettings, formQuery, type ReadForm, seriesQuery } from '#admin/reads/form-queries.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { hasDraft } from '#admin/records/drafts.ts';
import { call } from '#admin/session/call.ts';
import { TELL_NOBODY, tellBody, TellChoice } from '#admin/ui/dialogs/tell-choice.tsx';
import { useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { showFailure, showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import {
  IconArchive,
  IconArrowBackUp,
  IconCircleCheck,
  IconCode,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconPencil,
} from '#admin/ui/layout/icons.tsx';
import { DeleteCardDialog, SettingsMenu } from '#admin/ui/layout/settings-menu.tsx';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import type { Series, SeriesLosses } from '#contract/forms/event-series.ts';
import { formCalls } from '#contract/forms/form-calls.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { MarketingForm } from '#contract/forms/marketing-form.ts';
import { areTold, tellOfCancellation } from '#contract/texts/announcement.ts';
import { counted } from '#contract/texts/counts.ts';
import { SHOW_SETUP_LIST } from '#contract/texts/setup.ts';
import { useLeaveDeleted } from './frame/visited.ts';

const CopySeriesDialog = lazyPart(async () => (await import('#admin/forms/copies/copy-series-dialog.tsx')).CopySeriesDialog);
const CopyFormDialog = lazyPart(async () => (await import('#admin/forms/copies/copy-form-dialog.tsx')).CopyFormDialog);

const TEXTS = {
  series: { noun: 'Series', deletion: 'Delete Series', address: 'events-series' },
  marketing: { noun: 'Form', deletion: 'Delete', address: 'form' },
} as const;

/** The Settings menu of a series or marketing form with the dialogs that it opens; `showsDisabled` is of the page of hidden events. */
export function FormSettings({ form, showsDisabled = false }: { form: ReadForm; showsDisabled?: boolean }) {
  const series = form.kind === 'series' ? form : undefined;
  const ref: FormRef = { kind: form.kind, id: form.id };
  const { noun, deletion, address } = TEXTS[ref.kind];
  const embedding = useDialog();
  const copying = useDialog(() => hasDraft(copyDraftName(form.id)));
  const leave = useLeaveDeleted(`/${address}/${form.id}`);
  const visible = useQuery({ ...seriesQuery(form.id, 'visible'), enabled: showsDisabled });
  const events = showsDisabled ? visible.data?.events : series?.events;
  return (
    <>
      <SettingsMenu
        items={(opening) => (
          <>
            {series && <ShownEventsItem series={series} showsDisabled={showsDisabled} />}
            <Menu.Item component={Link} to={paths[ref.kind].edit(form)} leftSection={<IconPencil />}>
              Edit {noun}
            </Menu.Item>
            {series && (
              <Menu.Item leftSection={<IconCode />} onClick={opening(embedding.open)}>
                Embed code…
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconCopy />} onClick={opening(copying.open)}>
              Copy {noun}…
            </Menu.Item>
            {showsDisabled ? null : <ShowSetup form={ref} />}
            <ArchiveItems form={ref} settings={form} events={events} />
          </>
        )}
        deleteLabel={deletion}
        deleteDialog={
          form.kind === 'series' ? (
            <DeleteSeriesDialog series={form} onDeleted={leave} />
          ) : (
            <DeleteFormDialog form={form} onDeleted={leave} />
          )
        }
      />
      {embedding.show(<EmbedDialog form={{ ...ref, title: form.title, path: paths[ref.kind].publicForm(form) }} />)}
      {copying.show(
        form.kind === 'series' ? <CopySeriesDialog key={form.id} series={form} /> : <CopyFormDialog key={form.id} form={form} />,
      )}
    </>
  );
}

function ShownEventsItem({ series, showsDisabled }: { series: Series; showsDisabled: boolean }) {
  const to = showsDisabled ? paths.series.page(series) : paths.series.disabledEvents(series);
  return (
    <Menu.Item component={Link} to={to} leftSection={showsDisabled ? <IconEye /> : <IconEyeOff />}>
      {showsDisabled ? 'Hide disabled events' : 'Show disabled events'}
    </Menu.Item>
  );
}

/** Brings a hidden setup list back. */
function ShowSetup({ form }: { form: FormRef }) {
  const { data: setup } = useQuery(setupQuery(form));
  const { dismiss } = useDismissSetup(form);
  if (setup === undefined || setup.dismissed_at === null) return null;
  return (
    <Menu.Item leftSection={<IconCircleCheck />} onClick={() => dismiss(false)}>
      {SHOW_SETUP_LIST}
    </Menu.Item>
  );
}

interface Archiving {
  readonly isArchived: boolean;
  /** The events that are taken off the form, or put back. */
  readonly changed?: Showing['events'];
}

interface ArchiveItemsProps {
  form: FormRef;
  settings: ReadForm;
  /** The events on the form of a series, once known. */
  events: Series['events'] | undefined;
}

/** Whether people can still sign up, as a further sentence; nothing while the events of a series are not known. */
function signUpNote({ kind }: FormRef, events: ArchiveItemsProps['events'], isClosed: boolean): string {
  if (kind === 'series' && events === undefined) return '';
  return isClosed || events?.length === 0 ? ' Its form is closed.' : ' People can still sign up.';
}

/** Archives a series or marketing form, or brings it back. A series may take its events off the form as well, which closes it. */
function ArchiveItems({ form, settings: { title, is_archived: wasArchived }, events }: ArchiveItemsProps) {
  const queryClient = useQueryClient();
  const { mutateAsync: show } = useShowEvents(form.id);
  const { mutate: archive } = useMutation({
    mutationFn: async ({ isArchived, changed = [] }: Archiving) => {
      await editSettings(form, { body: { is_archived: isArchived } });
      return show({ events: changed, isShown: !isArchived }).then(
        (shown) => ({ shown, failure: undefined }),
        (error: unknown) => ({ shown: changed, failure: messageOf(error) }),
      );
    },
    onSuccess: ({ shown, failure }, { isArchived }) => {
      const done = `‘${title}’ is ${isArchived ? 'archived' : 'back on the dashboard'}`;
      const undo = isArchived ? { action: { label: 'Undo', onClick: () => archive({ isArchived: false, changed: shown }) } } : {};
      if (failure !== undefined) {
        const but = isArchived ? 'its form may still be open' : 'its events may still be hidden';
        showFailure({ title: `${done}, but ${but}.`, text: failure, ...undo });
      } else
        showSuccess({
          title: done,
          ...(isArchived ? { text: `Moved to Archived on the Events Hub.${signUpNote(form, events, shown.length > 0)}` } : {}),
          ...undo,
        });
    },
    onError: (error) => showFailure({ title: `‘${title}’ was not changed.`, text: messageOf(error) }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.readsOf(form) }),
        queryClient.invalidateQueries({ queryKey: queryKeys.cardsOf(form) }),
      ]),
  });
  return (
    <>
      <Menu.Item leftSection={wasArchived ? <IconArrowBackUp /> : <IconArchive />} onClick={() => archive({ isArchived: !wasArchived })}>
        {wasArchived ? 'Bring back' : 'Archive'}
      </Menu.Item>
      {wasArchived || events === undefined || events.length === 0 ? null : (
        <Menu.Item leftSection={<IconArchive />} onClick={() => archive({ isArchived: true, changed: events })}>
          Archive and close the form
        </Menu.Item>
      )}
    </>
  );
}

/** Asks before a series is deleted, and says what is deleted with it, as counted now. */
function DeleteSeriesDialog({ series, onDeleted }: { series: Series; onDeleted: () => void }) {
  const params = { id: series.id };
  const losses = useQuery({
    queryKey: queryKeys.seriesLosses(series.id),
    meta: { follows: [`series/${series.id}`] },
    queryFn: ({ signal }) => call(formCalls.countSeriesLosses, { params, signal }),
    staleTime: 0,
  });
  const [answer, setAnswer] = useState(TELL_NOBODY);
  const toTell = losses.data?.to_tell ?? 0;
  const remove = async () => {
    const { told: count = 0 } = await call(formCalls.deleteEventSeries, { params, body: tellBody(answer) });
    if (count > 0) showSuccess({ title: areTold(count) });
  };
  return (
    <DeleteCardDialog
      card={series}
      remove={remove}
      readsKey={queryKeys.series(series.id)}
      cardsKey={queryKeys.seriesCards}
      losses={losses.data === undefined ? 'All its events and their sign-ups are lost.' : <LossOfSeries losses={losses.data} />}
      go="Delete series"
      onDeleted={onDeleted}
    >
      {toTell === 0 ? null : <TellChoice label={tellOfCancellation(toTell)} answer={answer} onChange={setAnswer} />}
    </DeleteCardDialog>
  );
}

const LossOfSeries = ({ losses: { events, submissions, fields } }: { losses: SeriesLosses }) => (
  <>
    <strong>
      {counted(events, 'event')} and {counted(submissions, 'sign-up')} are lost.
    </strong>{' '}
    The settings and the form{fields === 0 ? '' : ` with its ${counted(fields, 'field')}`} go too, and its public page closes.
  </>
);

/** Asks before a marketing form is deleted, and says what is deleted with it, as counted now. */
function DeleteFormDialog({ form, onDeleted }: { form: MarketingForm; onDeleted: () => void }) {
  const { data: now = form } = useQuery({ ...formQuery(form.id), staleTime: 0 });
  return (
    <DeleteCardDialog
      card={form}
      remove={() => call(formCalls.deleteForm, { params: { id: form.id } })}
      readsKey={queryKeys.form(form.id)}
      cardsKey={queryKeys.formCards}
      losses={
        <>
          <strong>
            {counted(now.signups_count, 'sign-up')} and {counted(now.formFields.length, 'field')} are lost.
          </strong>{' '}
          The settings go too, and its public page closes.
        </>
      }
      go="Delete form"
      onDeleted={onDeleted}
    />
  );
}
