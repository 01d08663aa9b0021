import { Checkbox, type CheckboxProps, VisuallyHidden } from '@mantine/core';
import { type ComponentProps, createContext, type ReactNode, type RefObject, useContext, useMemo, useRef, useState } from 'react';
import { queryClient } from '#admin/api/query-client.ts';
import { type AttendeePages, rowsOf } from '#admin/reads/attendee-rows.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { ConfirmDialog } from '#admin/ui/dialogs/dialog.tsx';
import { useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import { keepFocus } from '#admin/ui/focus.ts';
import { useNow } from '#admin/ui/format/dates.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { positionText } from '#admin/ui/table/position-text.ts';
import type { Submission } from '#contract/attendees/submission.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import type { AttendeeScope, EventScope } from '#contract/forms/form-ref.ts';
import type { PromotedAs } from '#contract/registrations/places.ts';
import { GIVE_A_PLACE, isNumber, OFFER_A_PLACE, offerToChosen } from '#contract/texts/places.ts';
import { isOverMaximum, useRegistrationMutations } from './registration-mutations.ts';
import { overTexts, whyNotNotified } from './waiting-list.ts';

/** What staff do with registrations of an event. If something is lost or unusual, a dialog asks first. */
export interface RegistrationActions {
  readonly waiting: number;
  /** `onDone` gets the people promoted before one was refused. */
  readonly promote: (submissions: readonly Submission[], as: PromotedAs, onDone?: (done: readonly Submission[]) => void) => void;
  readonly offerToNext: (count: number) => void;
  readonly move: (submission: Submission, position: number) => void;
  readonly remove: (submissions: readonly Submission[], onDone?: () => void) => void;
  readonly restore: (submission: Submission) => void;
  readonly withdraw: (submission: Submission) => void;
  readonly isPending: boolean;
}

const ActionsContext = createContext<RegistrationActions | undefined>(undefined);

/** Undefined in marketing forms, where there is nothing to do. */
export const useRegistrationActions = (): RegistrationActions | undefined => useContext(ActionsContext);

const RemoveDialog = lazyPart(async () => (await import('./registration-dialogs.tsx')).RemoveDialog);

/** Whether others whom mail can reach are waiting before these people. */
function turnTexts(chosen: readonly Submission[], loaded: readonly Submission[]): string[] {
  const last = outOfTurn(chosen, loaded);
  return last === undefined ? [] : [isNumber(last.first_name, last._registration?.position ?? 1)];
}

function promotionWords(submissions: readonly Submission[], as: PromotedAs) {
  const [first, ...others] = submissions;
  const one = as === 'offer' ? OFFER_A_PLACE : GIVE_A_PLACE;
  const go = others.length === 0 ? one : offerToChosen(submissions.length);
  return { title: others.length === 0 && first !== undefined ? `${one} to ${fullName(first)}?` : `${go}?`, go };
}

const PLACE_AGAIN = 'They will have a place again.';
const OR_ON_LIST = 'If they were on the waiting list, they rejoin at the end instead.';

const hasList = ({ close_when_full: closes, waiting_list: mode }: ListedEvent): boolean => closes && mode !== 'off';

const restorationWords = (submission: Submission, event: ListedEvent, reasons: readonly string[]) => ({
  title: `Restore ${fullName(submission)}'s registration?`,
  about: [PLACE_AGAIN, ...reasons, ...(hasList(event) ? [OR_ON_LIST] : [])].join(' '),
  go: 'Restore',
});

const loadedRows = (scope: EventScope): Submission[] =>
  queryClient.getQueriesData<AttendeePages>({ queryKey: queryKeys.attendees(scope), type: 'active' }).flatMap(([, data]) => rowsOf(data));

function NotifyChoice({ event, ...choice }: CheckboxProps & { event: ListedEvent; ref: RefObject<HTMLInputElement | null> }) {
  const now = useNow();
  const [whyNot, whyNotOnList] = [false, hasList(event)].map((isOnList) => whyNotNotified(event, isOnList, now));
  if (whyNot !== undefined) return <p data-text="note">{whyNot}</p>;
  return <Checkbox mt={16} {...choice} description={whyNotOnList && 'Not if they were on the waiting list, as the event has started.'} />;
}

/** The actions for lists of an event's registrations, with the dialogs that ask first. */
export function RegistrationActionsProvider({ scope, event, children }: { scope: EventScope; event: ListedEvent; children: ReactNode }) {
  const { promote, offerToNext, move, restore, isRestoring, withdraw, isPending } = useRegistrationMutations(scope);
  const { id, eventId } = scope;
  const promoting = useDialogWith<Omit<ComponentProps<typeof ConfirmDialog>, 'tone'>>();
  const removing = useDialogWith<{ readonly submissions: readonly Submission[]; readonly onDone: (() => void) | undefined }>();
  const restoring = useDialogWith<{ readonly submission: Submission; readonly over?: string }>();
  const notifies = useRef<HTMLInputElement>(null);
  const [spoken, setSpoken] = useState('');
  const waiting = event.registration_counts?.waiting ?? 0;
  const { open: askToPromote } = promoting;
  const { open: askToRemove } = removing;
  const { open: askToRestore } = restoring;
  const actions = useMemo(
    (): RegistrationActions => ({
      waiting,
      isPending,
      promote: (submissions, as, onDone) => {
        const isWaiting = submissions[0]?._registration?.status === 'waiting';
        const reasons = isWaiting
          ? [...turnTexts(submissions, loadedRows({ kind: 'series', id, eventId })), ...overTexts(event, submissions.length)]
          : [];
        const onGo = () => promote({ submissions, as }, { onSuccess: ({ done }) => onDone?.(done) });
        if (reasons.length === 0) onGo();
        else askToPromote({ ...promotionWords(submissions, as), about: reasons.join(' '), onGo });
      },
      offerToNext,
      move: (submission, position) => {
        if (position < 1 || position > waiting) return;
        keepFocus();
        setSpoken(positionText(fullName(submission), position - 1, waiting));
        move({ submission, position });
      },
      remove: (submissions, onDone) => askToRemove({ submissions, onDone }),
      restore: (submission) => askToRestore({ submission }),
      withdraw,
    }),
    [event, waiting, isPending, promote, offerToNext, move, withdraw, askToPromote, askToRemove, askToRestore, id, eventId],
  );
  return (
    <ActionsContext value={actions}>
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      {children}
      {promoting.show((question) => (
        <ConfirmDialog {...question} closes tone="plain" />
      ))}
      {removing.show(({ submissions, onDone }) => (
        <RemoveDialog
          scope={scope}
          event={event}
          submissions={submissions}
          onDone={() => {
            onDone?.();
            removing.close();
          }}
        />
      ))}
      {restoring.show(({ submission, over }) => {
        const reasons = over === undefined ? overTexts(event, 1) : [over];
        return (
          <ConfirmDialog
            {...restorationWords(submission, event, reasons)}
            isPending={isRestoring}
            tone="plain"
            onGo={() =>
              restore(
                { submission, over: reasons.length > 0, tell: notifies.current?.checked === true },
                {
                  onSuccess: restoring.close,
                  onError: (error) => (isOverMaximum(error) ? askToRestore({ submission, over: error.message }) : restoring.close()),
                },
              )
            }
          >
            <NotifyChoice event={event} ref={notifies} label={`Notify ${fullName(submission)} by email`} defaultChecked />
          </ConfirmDialog>
        );
      })}
    </ActionsContext>
  );
}

const positionOf = ({ _registration: registration }: Submission): number => registration?.position ?? 1;

/** The last of those chosen on a waiting list, when someone ahead, perhaps not loaded, is neither chosen nor unreachable. */
export function outOfTurn(chosen: readonly Submission[], loaded: readonly Submission[]): Submission | undefined {
  const [last] = chosen.toSorted((one, other) => positionOf(other) - positionOf(one));
  if (last === undefined) return undefined;
  const unreachable = loaded.filter(({ _registration: registration }) => registration?.status === 'waiting' && registration.mail_failed);
  const mayBePassed = new Set([...chosen, ...unreachable].map(positionOf));
  const before = Array.from({ length: positionOf(last) - 1 }, (_, index) => index + 1);
  return before.every((position) => mayBePassed.has(position)) ? undefined : last;
}

const ChangeEventsDialog = lazyPart(async () => (await import('./registration-dialogs.tsx')).ChangeEventsDialog);

/** The dialog that moves people in a list to other events of the series. */
export function useChangeEvents(scope: AttendeeScope) {
  const { open, show } = useDialogWith<Submission>();
  return {
    open,
    /** Outside the list, since removing a row would also remove its dialog. */
    dialog: show((submission) => (scope.kind === 'marketing' ? null : <ChangeEventsDialog scope={scope} submission={submission} />)),
  };
}
