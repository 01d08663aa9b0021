import { type RefObject, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { paths, type Titled } from '#admin/paths.ts';
import {
  type AttendeeListParams,
  isLimited,
  isNarrowed,
  readAttendeeListParams,
  writeAttendeeListParams,
} from '#admin/reads/submission-queries.ts';
import { hasDraft } from '#admin/records/drafts.ts';
import { type Action, action } from '#admin/ui/actions/use-actions.tsx';
import { IconMail, IconSend } from '#admin/ui/layout/icons.tsx';
import { IconDownload, IconPrinter, IconUpload, IconUserPlus } from '#admin/ui/layout/tool-icons.tsx';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { showFailure } from '#admin/ui/states/show-alert.tsx';
import { withParam } from '#admin/ui/use-address-param.ts';
import { attendeeCalls } from '#contract/attendees/attendee-calls.ts';
import { importCalls } from '#contract/attendees/attendee-import.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import type { AttendeeScope, EventScope } from '#contract/forms/form-ref.ts';
import { LOOKED_THROUGH_MAX } from '#contract/rules/large-lists.ts';
import { REINSTATE_FIRST } from '#contract/texts/announcement.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { WRITE_TO_ATTENDEES } from '#contract/texts/mailings.ts';
import { NO_DATA_TO_EXPORT } from '#contract/texts/staff.ts';
import { useEmailAttendees } from './dialogs/email-attendees.tsx';
import { attendeeDraftName, importDraftName } from './dialogs/new-attendee.ts';

/** A list of attendees: all that match what it is limited to. */
type OnList = Pick<AttendeeListView, 'scope' | 'scopeTitle' | 'form' | 'list' | 'matches'>;

const ExportDialog = lazyPart(async () => (await import('./dialogs/export-dialog.tsx')).ExportDialog);

/** @param who as in `12 attendees` */
export const exportDialogOf = ({ scope, scopeTitle, list }: Omit<OnList, 'form' | 'matches'>, who: string, ids?: readonly string[]) => (
  <ExportDialog what={`${who} of ‘${scopeTitle}’`} scope={scope} list={list} ids={ids} />
);

const EXPORT = { name: 'export', icon: IconDownload, calls: [attendeeCalls.exportEvent, attendeeCalls.exportForm] } as const;

/** On the card of an event or marketing form, of all its attendees. */
export const EXPORT_ALL: Action<OnList> = {
  ...EXPORT,
  label: 'Export',
  dialog: (on) => exportDialogOf(on, 'all attendees'),
  useTool: ({ matches }) => (matches === 0 ? { onClick: () => showFailure({ title: NO_DATA_TO_EXPORT }) } : {}),
};

/** On the card of an event or marketing form, to the people its list shows. */
export const WRITE_TO_LIST: Action<OnList & { readonly shown: OnList['list'] }> = action(
  'write',
  `${WRITE_TO_ATTENDEES}…`,
  IconSend,
  EXPORT.calls,
  { to: ({ shown: list, ...on }) => writePath({ ...on, list }) },
);

const EXPORT_MATCHES = { ...EXPORT, dialog: (on: OnList) => exportDialogOf(on, counted(on.matches, 'attendee')) } as const;

interface OnEventList extends OnList {
  readonly scope: EventScope;
  readonly event: ListedEvent;
  readonly asked: readonly FormField[];
  readonly shown: OnList['list'];
  readonly onShowAttendees: (importId: string) => void;
}

const AddAttendeeDialog = lazyPart(async () => (await import('./dialogs/add-attendee-dialog.tsx')).AddAttendeeDialog);
// The page need not wait for the CSV parser.
const ImportDialog = lazyPart(async () => (await import('./import/import-dialog.tsx')).ImportDialog);

/** The editor of a mailing to everyone in a list, or to those who are chosen. */
export function writePath({ scope, form, list }: Pick<OnList, 'scope' | 'form' | 'list'>, ids?: readonly string[]): string {
  const { search, filter, import: upload, answers, registration = 'confirmed' } = list;
  const narrowed = { search: search.trim() === '' ? undefined : search, filter, import: upload, answers };
  const whom = ids === undefined ? narrowed : { ids: [...ids] };
  return scope.kind === 'marketing'
    ? paths.marketing.newMailing(form, whom, 'marketing')
    : paths.series.newMailing(form, { events: [scope.eventId], statuses: [registration], ...whom });
}

/** On the card of an event. */
export const EVENT_LIST_ACTIONS: readonly Action<OnEventList>[] = [
  action('add', 'Add Attendee', IconUserPlus, [attendeeCalls.addSubmission], {
    isOpen: ({ event }) => hasDraft(attendeeDraftName(event.id)),
    dialog: ({ scope, event, asked }) => <AddAttendeeDialog scope={scope} event={event} asked={asked} />,
    useTool: ({ event }) => (event.cancelled_at === null ? {} : { onClick: () => showFailure({ title: REINSTATE_FIRST }) }),
  }),
  action('email', 'Email All Attendees', IconMail, [attendeeCalls.getEvent], {
    useTool: (on) => useEmailAttendees(on, `Email all attendees of ‘${on.scopeTitle}’`),
  }),
  WRITE_TO_LIST,
  action('upload', 'Upload CSV', IconUpload, [importCalls.addImport], {
    isKept: true,
    isOpen: ({ event }) => hasDraft(importDraftName(event.id)),
    dialog: (on) => <ImportDialog {...on} fields={on.form.formFields} />,
  }),
  EXPORT_ALL,
];

const WRITE_TO_MATCHES: Action<OnList> = action('write', 'Write to these…', IconSend, [attendeeCalls.exportEvent], {
  to: (on) => writePath(on),
});

/** In the row with the filters of a list. */
export const LIMITED_LIST_ACTIONS: readonly Action<OnList>[] = [
  action('email', ({ matches }) => `Email these ${formatCount(matches)}`, IconMail, [attendeeCalls.getEvent], {
    useTool: (on) => useEmailAttendees(on, `Email ${counted(on.matches, 'attendee')} of ‘${on.scopeTitle}’`),
  }),
  WRITE_TO_MATCHES,
  { ...EXPORT_MATCHES, label: ({ matches }) => `Export these ${formatCount(matches)}` },
];

export const LIST_FOOT_ACTIONS: readonly Action<OnList & Pick<AttendeeListView, 'total'>>[] = [
  { ...WRITE_TO_MATCHES, when: ({ list }) => isNarrowed(list) && !isLimited(list) },
  {
    ...EXPORT_MATCHES,
    label: ({ total, matches }) => `Export ${total > LOOKED_THROUGH_MAX ? 'all matches' : counted(matches, 'attendee')}`,
    when: ({ list }) => isNarrowed(list) && !isLimited(list),
  },
  action('print', 'Print list', IconPrinter, [attendeeCalls.getEvent], {
    when: ({ scope }) => scope.kind === 'series',
    to: ({ scope, form, list }) => {
      const page = scope.kind === 'series' ? paths.series.printList(form, scope.eventId) : '';
      return `${page}?${writeAttendeeListParams(new URLSearchParams(), list)}`;
    },
  }),
];

const IN_PLACE = { replace: true, preventScrollReset: true };

/** Kept in the address. Changes replace the history entry, or going back would take one step per typed letter. */
export function useAttendeeListParams() {
  const [params, setParams] = useSearchParams();
  return useMemo(
    () => ({
      attendeeId: params.get('attendee') ?? undefined,
      list: readAttendeeListParams(params),
      setList: (list: AttendeeListParams) =>
        setParams((old) => {
          const next = writeAttendeeListParams(old, list);
          if (old.get('registration') !== next.get('registration')) next.delete('attendee');
          return next;
        }, IN_PLACE),
      setAttendee: (submissionId: string | undefined) => setParams((old) => withParam(old, 'attendee', submissionId), IN_PLACE),
    }),
    [params, setParams],
  );
}

export type AttendeeListState = ReturnType<typeof useAttendeeListParams>;

export interface AttendeeListView extends AttendeeListState {
  readonly scope: AttendeeScope;
  readonly scopeTitle: string;
  readonly form: Titled & { readonly formFields: readonly FormField[] };
  readonly table: RefObject<HTMLElement | null>;
  readonly total: number;
  readonly matches: number;
  readonly isOver?: boolean | undefined;
}
