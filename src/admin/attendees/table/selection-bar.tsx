import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '#admin/api/query-client.ts';
import { allAttendeesQuery, listQuery, readAll } from '#admin/reads/submission-queries.ts';
import { type RegistrationActions, useRegistrationActions } from '#admin/registrations/registration-actions.tsx';
import { useAttendance } from '#admin/registrations/registration-mutations.ts';
import { type Action, action, type ToolPart, useActions } from '#admin/ui/actions/use-actions.tsx';
import { useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import { startOfToday } from '#admin/ui/format/dates.tsx';
import { IconMail, IconSend, IconTrash, IconX } from '#admin/ui/layout/icons.tsx';
import { ToolButton, toolButtonProps, ToolButtons } from '#admin/ui/layout/tool-button.tsx';
import { IconDownload, IconUserCheck, IconUserMinus } from '#admin/ui/layout/tool-icons.tsx';
import { showError } from '#admin/ui/states/show-alert.tsx';
import { attendeeCalls } from '#contract/attendees/attendee-calls.ts';
import { MARKED_MAX } from '#contract/attendees/audience.ts';
import type { Submission } from '#contract/attendees/submission.ts';
import { doorCalls } from '#contract/door.ts';
import { waitingListCalls } from '#contract/registrations/waiting-list-calls.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { offerToChosen, removeChosen } from '#contract/texts/places.ts';
import { EmailAttendeesDialog } from '../dialogs/email-attendees.tsx';
import { distinctAddresses, oneLink } from '../dialogs/mail-links.ts';
import { type AttendeeListView, exportDialogOf, writePath } from '../list-actions.tsx';
import classes from './selection-bar.module.css';
import type { AttendeeSelection } from './use-selection.ts';

interface OnChosen {
  readonly view: AttendeeListView;
  readonly selection: AttendeeSelection;
  /** Absent if registrations cannot be changed. */
  readonly registrations: RegistrationActions | undefined;
  readonly onDelete: () => void;
}

const inOrderOfList = ({ selection }: OnChosen): Submission[] =>
  [...selection.chosen.values()].toSorted((a, b) => (a._registration?.position ?? 0) - (b._registration?.position ?? 0));

/** Whether attendance is in use in the event, and the mark would change someone who is chosen. */
const canBeMarked = (on: OnChosen, here: boolean): boolean => {
  const chosen = [...on.selection.chosen.values()].filter((each) => each._attended_at !== undefined);
  return chosen.some((each) => Boolean(each._attended_at) !== here);
};

function useMark({ view: { scope, list }, selection }: OnChosen, here: boolean): ToolPart {
  const { mutate, isPending } = useAttendance(scope);
  // In a list filtered by attendance they disappear, but would stay selected.
  const areGone = list.filter === 'attended' || list.filter === 'not_attended';
  const ids = [...selection.chosen.keys()];
  return { isPending, onClick: () => mutate({ ids, here }, { onSuccess: () => areGone && selection.deselect(new Set(ids)) }) };
}

const CHOSEN_ACTIONS: readonly Action<OnChosen>[] = [
  action('here', 'Mark as here', IconUserCheck, [doorCalls.setAttendance], {
    when: (on) => canBeMarked(on, true),
    useTool: (on) => useMark(on, true),
  }),
  action('not-here', 'Mark as not here', IconUserMinus, [doorCalls.setAttendance], {
    when: (on) => canBeMarked(on, false),
    useTool: (on) => useMark(on, false),
  }),
  action('email', 'Email', IconMail, [attendeeCalls.getEvent], {
    useTool: ({ view, selection }) => {
      const { open, show } = useDialogWith<readonly string[]>();
      const typed = [...selection.chosen.values()].map(({ email }) => email);
      const href = oneLink(typed);
      const title = `Email ${counted(selection.chosen.size, 'attendee')} of ‘${view.scopeTitle}’`;
      return {
        ...(href === undefined ? { opensDialog: true, onClick: () => open(typed) } : { href }),
        ownDialog: show((all) => <EmailAttendeesDialog title={title} addresses={distinctAddresses(all)} people={all.length} />),
      };
    },
  }),
  action('write', ({ selection }) => `Write to ${formatCount(selection.chosen.size)}…`, IconSend, [attendeeCalls.exportEvent], {
    // More cannot be named one by one.
    when: ({ view, selection: { chosen } }) => chosen.size <= MARKED_MAX || chosen.size === view.matches,
    to: ({ view, selection: { chosen } }) => writePath(view, chosen.size <= MARKED_MAX ? [...chosen.keys()] : undefined),
  }),
  action('export', 'Export', IconDownload, [attendeeCalls.exportChosenOfEvent, attendeeCalls.exportChosenOfForm], {
    dialog: ({ view, selection: { chosen } }) => exportDialogOf(view, counted(chosen.size, 'attendee'), [...chosen.keys()]),
  }),
  action('offer', ({ selection }) => offerToChosen(selection.chosen.size), IconSend, [waitingListCalls.promoteRegistration], {
    when: ({ view, registrations }) => registrations !== undefined && view.list.registration === 'waiting',
    isBusy: ({ registrations }) => registrations?.isPending === true,
    run: (on) => {
      const chosen = inOrderOfList(on);
      on.registrations?.promote(chosen, 'offer', (done) =>
        done.length === chosen.length ? on.selection.clear() : on.selection.deselect(new Set(done.map(({ id }) => id))),
      );
    },
  }),
  action('remove', ({ selection }) => removeChosen(selection.chosen.size), IconUserMinus, [waitingListCalls.cancelRegistration], {
    when: ({ view: { list }, registrations }) =>
      registrations !== undefined && (list.registration === 'waiting' || list.registration === 'offered'),
    asks: true,
    run: (on) => on.registrations?.remove(inOrderOfList(on), on.selection.clear),
  }),
  action(
    'delete',
    ({ selection }) => `Delete ${counted(selection.chosen.size, 'submission')}`,
    IconTrash,
    [attendeeCalls.deleteSubmission, attendeeCalls.deleteFormSubmission],
    { tone: 'danger', asks: true, run: ({ onDelete }) => onDelete() },
  ),
];

const BAR = { position: 'sticky', top: 'var(--t-top)', zIndex: 2, padding: '12px 16px', background: 'var(--t-accent-soft)' } as const;

/** Replaces search and filters while attendees are chosen: their number, and actions on them. */
export function SelectionBar({ view, selection, onDelete, news }: Omit<OnChosen, 'registrations'> & { news: ReactNode }) {
  const { matches } = view;
  const { tools, dialogs } = useActions(CHOSEN_ACTIONS, { view, selection, registrations: useRegistrationActions(), onDelete });
  const choosing = useChooseAll(view);
  const count = selection.chosen.size;
  return (
    <section style={BAR} data-edge="top" data-row="wrap" aria-label="Selected attendees">
      <strong data-text="label" data-figures role="status">
        {`${formatCount(count)} selected`}
      </strong>
      <div className={classes.tools} data-row="stretch wrap">
        <ToolButtons tools={tools} />
      </div>
      <Group gap="sm" justify="flex-end" ms="auto">
        {count >= matches ? null : (
          <Button {...toolButtonProps} loading={choosing.isPending} onClick={() => choosing.mutate(selection.chooseAll)}>
            {`Select all ${formatCount(matches)}`}
          </Button>
        )}
        <ToolButton tool={{ name: 'clear', label: 'Clear', icon: IconX, onClick: selection.clear }} />
        {news}
      </Group>
      {dialogs}
    </section>
  );
}

/** Selects a whole list, even people that no page has loaded. */
function useChooseAll({ scope, list }: AttendeeListView) {
  return useMutation({
    mutationFn: async (chooseAll: AttendeeSelection['chooseAll']) => {
      const todayFrom = startOfToday(new Date());
      const all = await readAll(scope, listQuery(list, todayFrom), (submission) => submission);
      queryClient.setQueryData(allAttendeesQuery(scope, list, todayFrom).queryKey, all);
      chooseAll(all);
    },
    onError: (error) => showError('Not everyone could be selected.', error),
  });
}
