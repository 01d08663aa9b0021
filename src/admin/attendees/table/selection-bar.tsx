import { Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { listQuery } from '#admin/reads/attendee-list-params.ts';
import { readAll } from '#admin/reads/submission-queries.ts';
import { useRegistrationActions } from '#admin/registrations/registration-actions.tsx';
import { useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import { showFailure } from '#admin/ui/feedback/show-alert.tsx';
import { startOfToday } from '#admin/ui/format/dates.ts';
import { IconDownload, IconMail, IconSend, IconTrash, IconUserMinus, IconX } from '#admin/ui/layout/icons.tsx';
import { ToolButton } from '#admin/ui/layout/tool-button.tsx';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { offerToChosen, removeChosen } from '#contract/texts/places.ts';
import { LOADING } from '#contract/texts/staff.ts';
import { EmailAttendeesDialog } from '../dialogs/email-attendees.tsx';
import { distinctAddresses, oneLink } from '../dialogs/mail-links.ts';
import type { AttendeeListView } from '../use-attendee-list-params.ts';
import { useExport } from '../use-export.ts';
import classes from './selection-bar.module.css';
import type { AttendeeSelection } from './use-selection.ts';

interface SelectionBarProps {
  view: AttendeeListView;
  selection: AttendeeSelection;
  onDelete: () => void;
  news: ReactNode;
}

/** Replaces search and filters while attendees are chosen: their number, and actions on them. */
export function SelectionBar({ view, selection, onDelete, news }: SelectionBarProps) {
  const { list, matches } = view;
  const exporting = useExport(view.scope);
  const choosing = useChooseAll(view, selection);
  const count = selection.chosen.size;
  return (
    <section className={classes.bar} data-row="wrap" aria-label="Selected attendees">
      <strong data-text="label" data-figures role="status">
        {formatCount(count)} selected
      </strong>
      <div className={classes.tools} data-row="stretch wrap">
        <EmailChosen view={view} selection={selection} />
        <ToolButton
          tool={{
            label: 'Export',
            icon: IconDownload,
            isPending: exporting.isPending,
            onClick: () => exporting.mutate({ list, ids: [...selection.chosen.keys()] }),
          }}
        />
        <ChosenActs view={view} selection={selection} />
        <div className={classes.danger}>
          <ToolButton tool={{ label: `Delete ${counted(count, 'submission')}`, icon: IconTrash, opensDialog: true, onClick: onDelete }} />
        </div>
      </div>
      <Group gap="sm" wrap="nowrap" ms="auto">
        {count >= matches ? null : (
          <button type="button" className={classes.all} data-text="second" disabled={choosing.isPending} onClick={() => choosing.mutate()}>
            {choosing.isPending ? LOADING : `Select all ${formatCount(matches)}`}
          </button>
        )}
        <ToolButton tool={{ label: 'Clear', icon: IconX, onClick: selection.clear }} />
        {news}
      </Group>
    </section>
  );
}

/** Chooses all of a list, also those that no page has loaded. */
function useChooseAll({ scope, list }: AttendeeListView, selection: AttendeeSelection) {
  return useMutation({
    mutationFn: () => readAll(scope, listQuery(list, startOfToday(new Date())), (submission) => submission),
    onSuccess: (all) => selection.chooseAll(all),
    onError: (error) => showFailure({ title: 'They could not all be selected.', text: messageOf(error) }),
  });
}

function EmailChosen({ view, selection }: Pick<SelectionBarProps, 'view' | 'selection'>) {
  const dialog = useDialogWith<readonly string[]>();
  const typed = [...selection.chosen.values()].map(({ email }) => email);
  const href = oneLink(typed);
  const action = href === undefined ? { opensDialog: true, onClick: () => dialog.open(distinctAddresses(typed)) } : { href };
  return (
    <>
      <ToolButton tool={{ label: 'Email', icon: IconMail, ...action }} />
      {dialog.show((addresses) => (
        <EmailAttendeesDialog title={`Email ${counted(selection.chosen.size, 'attendee')} of ‘${view.scopeTitle}’`} addresses={addresses} />
      ))}
    </>
  );
}

function ChosenActs({ view, selection }: Pick<SelectionBarProps, 'view' | 'selection'>) {
  const { registration } = view.list;
  const actions = useRegistrationActions();
  const chosen = [...selection.chosen.values()].toSorted((a, b) => (a._registration?.position ?? 0) - (b._registration?.position ?? 0));
  if (actions === undefined || (registration !== 'waiting' && registration !== 'offered')) return null;
  return (
    <>
      {registration === 'waiting' ? (
        <ToolButton
          tool={{
            label: offerToChosen(chosen.length),
            icon: IconSend,
            isPending: actions.isPending,
            onClick: () =>
              actions.promote(chosen, 'offer', (done) =>
                done.length === chosen.length ? selection.clear() : selection.deselect(new Set(done.map(({ id }) => id))),
              ),
          }}
        />
      ) : null}
      <ToolButton
        tool={{
          label: removeChosen(chosen.length),
          icon: IconUserMinus,
          opensDialog: true,
          onClick: () => actions.remove(chosen, selection.clear),
        }}
      />
    </>
  );
}
