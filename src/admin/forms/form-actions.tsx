import { useMutation, useQuery } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { copyDraftName } from '#admin/events/copies/copy-dialog.tsx';
import { type Showing, useShowEvents } from '#admin/events/event-mutations.ts';
import { noteDraftName } from '#admin/events/note-draft.ts';
import { paths } from '#admin/paths.ts';
import { editSettings, formQuery, type ReadForm, type ReadMarketingForm, type ReadSeries } from '#admin/reads/form-queries.ts';
import { useMailingLoss } from '#admin/reads/mailing-queries.ts';
import { queryKeys, readAgain } from '#admin/reads/query-keys.ts';
import { hasDraft } from '#admin/records/drafts.ts';
import { call } from '#admin/session/call.ts';
import { type Action, action } from '#admin/ui/actions/use-actions.tsx';
import { announceBody, AnnounceChoice, useAnnounceAnswer } from '#admin/ui/dialogs/announce-choice.tsx';
import { dates } from '#admin/ui/format/dates.tsx';
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCode,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconMail,
  IconPencil,
  IconTrash,
} from '#admin/ui/layout/icons.tsx';
import { DeleteCardDialog } from '#admin/ui/layout/settings-menu.tsx';
import { IconArchive } from '#admin/ui/layout/tool-icons.tsx';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { showError, showFailure, showSuccess } from '#admin/ui/states/show-alert.tsx';
import { copyCalls } from '#contract/forms/copy.ts';
import type { Series } from '#contract/forms/event-series.ts';
import { formCalls } from '#contract/forms/form-calls.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { type Setup, setupCalls } from '#contract/forms/setup.ts';
import { endOf } from '#contract/rules/event-times.ts';
import { announceCancellation } from '#contract/texts/announcement.ts';
import { counted, isOrAre } from '#contract/texts/counts.ts';
import { MAILINGS } from '#contract/texts/mailings.ts';
import { SHOW_SETUP_LIST } from '#contract/texts/setup.ts';
import { inOneLine } from '#contract/texts/words/form.ts';
import { useDismissSetup } from './setup/setup-queries.ts';
import { EmbedDialog } from './share/embed-dialog.tsx';

interface OnForm {
  readonly form: ReadForm;
  readonly showsDisabled: boolean;
  readonly setup: Setup | undefined;
  readonly events: Series['events'] | undefined;
  readonly onDeleted: () => void;
}

const isSeries = ({ form }: Pick<OnForm, 'form'>): boolean => form.kind === 'series';

interface Archiving {
  readonly isArchived: boolean;
  readonly changed?: Showing['events'];
}

function aheadNote(events: OnForm['events'] = []): string {
  const count = events.filter((event) => event.cancelled_at === null && endOf(event, dates.timeZone) > Date.now()).length;
  return count === 0 ? '' : ` ${counted(count, 'event')} ${isOrAre(count)} still to come.`;
}

function signUpNote({ kind }: FormRef, events: OnForm['events'], isClosed: boolean): string {
  if (kind === 'series' && events === undefined) return '';
  return isClosed || events?.length === 0 ? ' The form is closed.' : ' People can still sign up.';
}

/** Archives a series or marketing form, or restores it. A series can also take its events off the form, which closes it. */
function useArchiving({ form, events }: OnForm, archiving: Archiving) {
  const { title } = form;
  const { mutateAsync: show } = useShowEvents(form.id);
  const { mutate: archive } = useMutation({
    mutationFn: async ({ isArchived, changed = [] }: Archiving) => {
      const ahead = aheadNote(events); // Before they leave the list.
      await editSettings(form, { body: { is_archived: isArchived } });
      return show({ events: changed, isShown: !isArchived }).then(
        (shown) => ({ shown, ahead, failure: undefined }),
        (error: unknown) => ({ shown: changed, ahead, failure: messageOf(error) }),
      );
    },
    onSuccess: ({ shown, ahead, failure }, { isArchived }) => {
      const done = `‘${title}’ is ${isArchived ? 'archived' : 'back on the Events Hub'}`;
      const undo = isArchived ? { action: { label: 'Undo', onClick: () => archive({ isArchived: false, changed: shown }) } } : {};
      if (failure !== undefined) {
        const but = isArchived ? 'its form may still be open' : 'its events may still be hidden';
        showFailure({ title: `${done}, but ${but}.`, text: failure, ...undo });
      } else
        showSuccess({
          title: done,
          ...(isArchived ? { text: `Moved to Archived on the Events Hub.${ahead}${signUpNote(form, events, shown.length > 0)}` } : {}),
          ...undo,
        });
    },
    onError: (error) => showError(`‘${title}’ was not changed.`, error),
    onSettled: () => readAgain(queryKeys.readsOf(form), queryKeys.cardsOf(form)),
  });
  return { onClick: () => archive(archiving) };
}

const CopySeriesDialog = lazyPart(async () => (await import('./copies/copy-dialogs.tsx')).CopySeriesDialog);
const CopyFormDialog = lazyPart(async () => (await import('./copies/copy-dialogs.tsx')).CopyFormDialog);
const EDITS = [formCalls.editEventSeries, formCalls.editForm];

/** On the card of a marketing form. */
export const EMBED: Action<{ readonly form: FormRef & { readonly title: string } }> = action('embed', 'Embed code', IconCode, [], {
  dialog: ({ form }) => <EmbedDialog form={{ ...form, path: paths[form.kind].publicForm(form) }} />,
});

/** In the Settings menu of a series or marketing form. */
export const FORM_ACTIONS: readonly Action<OnForm>[] = [
  action('show-disabled', 'Show disabled events', IconEyeOff, [formCalls.getEventSeries], {
    when: (on) => isSeries(on) && !on.showsDisabled,
    to: ({ form }) => paths.series.disabledEvents(form),
  }),
  action('hide-disabled', 'Hide disabled events', IconEye, [formCalls.getEventSeries], {
    when: (on) => isSeries(on) && on.showsDisabled,
    to: ({ form }) => paths.series.page(form),
  }),
  action('edit', (on) => (isSeries(on) ? 'Edit Series' : 'Edit Form'), IconPencil, EDITS, {
    to: ({ form }) => paths[form.kind].edit(form),
  }),
  { ...EMBED, label: 'Embed code…', when: isSeries },
  action('copy', (on) => (isSeries(on) ? 'Copy Series…' : 'Copy Form…'), IconCopy, [copyCalls.copySeries, copyCalls.copyForm], {
    isOpen: ({ form }) => hasDraft(copyDraftName(form.id)),
    dialog: ({ form }) =>
      form.kind === 'series' ? <CopySeriesDialog key={form.id} series={form} /> : <CopyFormDialog key={form.id} form={form} />,
  }),
  action('mailings', MAILINGS, IconMail, [formCalls.getEventSeries, formCalls.getForm], {
    to: ({ form }) => paths[form.kind].mailings(form),
  }),
  action('show-setup', SHOW_SETUP_LIST, IconCircleCheck, [setupCalls.dismissSeriesSetup, setupCalls.dismissFormSetup], {
    when: ({ form, setup, showsDisabled }) => !showsDisabled && !form.is_archived && setup !== undefined && setup.dismissed_at !== null,
    useTool: ({ form }) => {
      const { dismiss } = useDismissSetup(form);
      return { onClick: () => dismiss(false) };
    },
  }),
  action('restore', 'Restore', IconArrowBackUp, EDITS, {
    when: ({ form }) => form.is_archived,
    useTool: (on) => useArchiving(on, { isArchived: false }),
  }),
  action('archive', 'Archive', IconArchive, EDITS, {
    when: ({ form }) => !form.is_archived,
    useTool: (on) => useArchiving(on, { isArchived: true }),
  }),
  action('archive-and-close', 'Archive and close the form', IconArchive, EDITS, {
    when: ({ form, events }) => !form.is_archived && events !== undefined && events.length > 0,
    useTool: (on) => useArchiving(on, { isArchived: true, ...(on.events && { changed: on.events }) }),
  }),
  action('delete', (on) => (isSeries(on) ? 'Delete Series' : 'Delete'), IconTrash, [formCalls.deleteEventSeries, formCalls.deleteForm], {
    tone: 'danger',
    isOpen: ({ form }) => hasDraft(noteDraftName('deleted', form.id)),
    dialog: ({ form, onDeleted }) =>
      form.kind === 'series' ? (
        <DeleteSeriesDialog series={form} onDeleted={onDeleted} />
      ) : (
        <DeleteFormDialog form={form} onDeleted={onDeleted} />
      ),
  }),
];

function DeleteSeriesDialog({ series, onDeleted }: { series: ReadSeries; onDeleted: () => void }) {
  const params = { id: series.id };
  const losses = useQuery({
    queryKey: queryKeys.seriesLosses(series.id),
    meta: { follows: [`series/${series.id}`] },
    queryFn: ({ signal }) => call(formCalls.countSeriesLosses, { params, signal }),
    staleTime: 0,
  });
  const [answer, setAnswer] = useAnnounceAnswer(noteDraftName('deleted', series.id));
  const toAnnounce = losses.data?.to_tell ?? 0;
  return (
    <DeleteCardDialog
      card={series}
      remove={() => call(formCalls.deleteEventSeries, { params, body: announceBody(answer) })}
      readsKey={queryKeys.series(series.id)}
      cardsKey={queryKeys.seriesCards}
      losses={
        <Losses
          form={series}
          of={losses.data && { event: losses.data.events, 'sign-up': losses.data.submissions }}
          also={`The settings and the form${losses.data?.fields ? ` with its ${counted(losses.data.fields, 'field')}` : ''}`}
        />
      }
      go="Delete series"
      isChanged={answer.note !== ''}
      onDeleted={onDeleted}
    >
      {toAnnounce === 0 ? null : <AnnounceChoice label={announceCancellation(toAnnounce)} answer={answer} onChange={setAnswer} />}
    </DeleteCardDialog>
  );
}

/** What is lost, by its noun, without what there is none of; undefined until it is known. */
function Losses({ form, of, also }: { form: FormRef; of: Readonly<Record<string, number>> | undefined; also: string }) {
  const mailingLoss = useMailingLoss(form);
  const lost = Object.entries(of ?? {}).flatMap(([noun, count]) => (count === 0 ? [] : [counted(count, noun)]));
  const rest = `${also} will be deleted${lost.length === 0 ? '' : ' too'}, and its public page will close.`;
  return (
    <>
      <span>
        {lost.length === 0 ? null : <strong>{`${inOneLine(lost)} will be lost. `}</strong>}
        {of === undefined ? 'All its events and their sign-ups will be lost.' : rest}
      </span>
      <span> {mailingLoss}</span>
    </>
  );
}

function DeleteFormDialog({ form, onDeleted }: { form: ReadMarketingForm; onDeleted: () => void }) {
  const { data: now = form } = useQuery({ ...formQuery(form.id), staleTime: 0 });
  return (
    <DeleteCardDialog
      card={form}
      remove={() => call(formCalls.deleteForm, { params: { id: form.id } })}
      readsKey={queryKeys.of(form)}
      cardsKey={queryKeys.formCards}
      losses={<Losses form={form} of={{ 'sign-up': now.signups_count, field: now.formFields.length }} also="The settings" />}
      go="Delete form"
      onDeleted={onDeleted}
    />
  );
}
