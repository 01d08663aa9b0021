import { Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { listQuery } from '#admin/reads/attendee-list-params.ts';
import { readAll } from '#admin/reads/submission-queries.ts';
import { useRegistrationActions } from '#admin/registrations/registration-actions.tsx';
import { useActions } from '#admin/ui/actions/use-actions.tsx';
import { showFailure } from '#admin/ui/feedback/show-alert.tsx';
import { startOfToday } from '#admin/ui/format/dates.ts';
import { IconX } from '#admin/ui/layout/icons.tsx';
import { ToolButton, ToolButtons } from '#admin/ui/layout/tool-button.tsx';
import { formatCount } from '#contract/texts/counts.ts';
import { LOADING } from '#contract/texts/staff.ts';
import { CHOSEN_ACTIONS } from '../chosen-actions.tsx';
import type { AttendeeListView } from '../use-attendee-list-params.ts';
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
  const { matches } = view;
  const { tools, dialogs } = useActions(CHOSEN_ACTIONS, { view, selection, registrations: useRegistrationActions(), onDelete });
  const choosing = useChooseAll(view, selection);
  const count = selection.chosen.size;
  return (
    <section className={classes.bar} data-row="wrap" aria-label="Selected attendees">
      <strong data-text="label" data-figures role="status">
        {`${formatCount(count)} selected`}
      </strong>
      <div className={classes.tools} data-row="stretch wrap">
        <ToolButtons tools={tools} />
      </div>
      <Group gap="sm" wrap="nowrap" ms="auto">
        {count >= matches ? null : (
          <button type="button" className={classes.all} data-text="second" disabled={choosing.isPending} onClick={() => choosing.mutate()}>
            {choosing.isPending ? LOADING : `Select all ${formatCount(matches)}`}
          </button>
        )}
        <ToolButton tool={{ name: 'clear', label: 'Clear', icon: IconX, onClick: selection.clear }} />
        {news}
      </Group>
      {dialogs}
    </section>
  );
}

/** Chooses all of a list, also those that no page has loaded. */
function useChooseAll({ scope, list }: AttendeeListView, selection: AttendeeSelection) {
  return useMutation({
    mutationFn: () => readAll(scope, listQuery(list, startOfToday(new Date())), (submission) => submission),
    onSuccess: (all) => selection.chooseAll(all),
    onError: (error) => showFailure({ title: 'Not everyone could be selected.', text: messageOf(error) }),
  });
}
