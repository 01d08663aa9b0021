import { Alert, type AlertProps, Button, Modal, type ModalProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type MouseEvent, type ReactNode, use, useEffect, useEffectEvent, useRef } from 'react';
import { type Blocker, type Location, useBlocker } from 'react-router';
import { messageOf } from '#admin/api/api-error.ts';
import { paths, pathWithoutSlug } from '#admin/paths.ts';
import { CANNOT_BE_UNDONE } from '#contract/texts/staff.ts';
import { useFocusReturn } from '../focus.ts';
import { IconAlertCircle, IconAlertTriangle } from '../layout/icons.tsx';
import { usePhone } from '../layout/use-phone.ts';
import classes from './dialog.module.css';
import { type UnsavedWork, unsavedWork } from './unsaved-work.ts';
import { DialogPart, OpenDialogContext, type PlainDialogState, useCloseDialog, useDialog } from './use-dialog.tsx';

interface DialogProps extends Pick<ModalProps, 'size' | 'closeOnClickOutside' | 'closeButtonProps'> {
  title: string;
  /** Fills a phone's screen, with its foot always in view. */
  isTall?: boolean;
  /** Whether closing would lose something that was typed. */
  isChanged?: boolean;
  isPending?: boolean;
  onClose?: () => void;
  onClosed?: () => void;
  children: ReactNode;
}

const TALL = { size: '39rem', classNames: { content: classes.tall, body: classes.tallBody } };

/** The second click of a double click would make a fading dialog's call again, or close one that has just opened. */
const ignoring = (opened: boolean) => (event: MouseEvent) => {
  if (opened && (event.detail < 2 || event.target !== event.currentTarget.firstChild)) return;
  event.preventDefault();
  event.stopPropagation();
};

/** A dialog, inside a `DialogPart`. It asks before discarding what was typed, and can also be closed in its `DialogFoot`. */
export function Dialog({ isTall, isChanged, isPending, onClose, onClosed, children, ...modal }: DialogProps) {
  const { opened, close, onGone } = use(OpenDialogContext);
  // Anything open on its first render appears without a transition.
  const isMounted = useMounted();
  const isPhone = usePhone();
  const question = useDialog();
  const root = useRef<HTMLDivElement>(null);
  useFocusReturn(opened, root);
  const leave = onClose ?? close;
  const cancel = () => {
    if (isPending || isBehindAnother(root.current)) return;
    if (isChanged) question.open();
    else leave();
  };
  return (
    <Modal
      ref={root}
      opened={opened && isMounted}
      onClose={cancel}
      onExitTransitionEnd={() => {
        onGone();
        onClosed?.();
      }}
      returnFocus={false}
      onClickCapture={ignoring(opened)}
      {...(isTall ? { ...TALL, fullScreen: isPhone } : {})}
      {...modal}
    >
      <OpenDialogContext value={{ opened, close: cancel, onGone }}>{children}</OpenDialogContext>
      {isChanged || question.opened ? (
        <UnsavedChanges
          hasUnsaved={() => isChanged === true && opened && !isPending}
          isLeft={isAnotherView}
          closing={question}
          onClose={leave}
        />
      ) : null}
    </Modal>
  );
}

/** Escape closes only the top dialog. */
const isBehindAnother = (dialog: HTMLElement | null): boolean =>
  dialog?.contains([...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? null) === false;

interface DialogFootProps {
  note?: ReactNode;
  children?: ReactNode;
}

/** The foot of a dialog with several steps. */
export const StepFoot = ({ note, children }: DialogFootProps) => (
  <div className={classes.foot} data-row="wide">
    {note !== undefined && (
      <div data-grows data-text="small-quiet">
        {note}
      </div>
    )}
    <div className={classes.actions} data-row>
      {children}
    </div>
  </div>
);

/** The foot of a dialog, with the button that closes it: `stay` is its text, and `isFirst` whether it has the focus at first. */
export const DialogFoot = ({
  stay = 'Cancel',
  isFirst,
  children,
  ...foot
}: DialogFootProps & { stay?: string | undefined; isFirst?: true }) => (
  <StepFoot {...foot}>
    <Button variant="default" data-autofocus={isFirst} onClick={useCloseDialog()}>
      {stay}
    </Button>
    {children}
  </StepFoot>
);

export const Failure = ({ children, ...alert }: Omit<AlertProps, 'children'> & { children: ReactNode }) =>
  children === undefined ? null : (
    <Alert mt={16} {...alert} color="red" icon={<IconAlertCircle />}>
      {children}
    </Alert>
  );

/** The state of a dialog's call: whether it is running, or why it failed. */
export const callState = ({ isPending, error }: { isPending: boolean; error: unknown }, about = '') => ({
  isPending,
  failure: error === null ? undefined : `${about} ${messageOf(error)}`.trim(),
});

interface ConfirmDialogProps extends Pick<DialogProps, 'title' | 'isChanged' | 'isPending' | 'closeButtonProps'> {
  losses?: ReactNode;
  about?: ReactNode;
  children?: ReactNode;
  stay?: string;
  go: string;
  /** Default `danger`: continuing loses something. */
  tone?: 'danger' | 'plain';
  /** Whether it closes before it continues, if it does not await a call. */
  closes?: boolean | undefined;
  failure?: string | undefined;
  onGo: () => void;
}

/** Asks before it continues. The focus starts on staying, so that a stray Enter does no harm. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { losses, about = CANNOT_BE_UNDONE, children, stay, go, tone = 'danger', closes, failure, onGo, ...dialog } = props;
  const close = useCloseDialog();
  const handleGo = () => {
    if (closes) close();
    onGo();
  };
  return (
    <Dialog {...dialog}>
      {losses === undefined ? null : (
        <Alert mb="md" role="note" color="red" icon={<IconAlertTriangle />}>
          {losses}
        </Alert>
      )}
      <p data-text="note">{about}</p>
      {children}
      <Failure>{failure}</Failure>
      <DialogFoot stay={stay} isFirst>
        <Button {...(tone === 'danger' ? { color: 'red' } : {})} loading={dialog.isPending ?? false} onClick={handleGo}>
          {go}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

export const LeaveQuestion = ({ onLeave, closes }: { onLeave: () => void; closes?: boolean }) => (
  <ConfirmDialog
    closes={closes}
    title="Leave without saving?"
    about="What you have typed here will be lost."
    stay="Stay"
    go="Leave"
    onGo={onLeave}
  />
);

/** Asks before Sign Out. In the meantime the browser's Back does nothing, since the page would ask the same. */
export function SignOutQuestion({ onLeave }: { onLeave: () => void }) {
  useLeaveBlocker(() => false);
  return <LeaveQuestion closes onLeave={onLeave} />;
}

/** Another page, or another part of one, which may not contain the dialog. */
const isAnotherView = (from: Location, to: Location): boolean => isAnotherPage(from, to) || from.search !== to.search;

interface UnsavedChangesProps {
  hasUnsaved: () => boolean;
  /** Which addresses lose the edits, if not just other pages. */
  isLeft?: (from: Location, to: Location) => boolean;
  /** The state of a dialog's question before it closes, so that closing and leaving share one question; `onClose` closes the dialog. */
  closing?: PlainDialogState;
  onClose?: () => void;
  question?: (leave: () => void) => ReactNode;
}

/** Asks before edits are left; with two on a page, only the latest would ask. */
export function UnsavedChanges(props: UnsavedChangesProps) {
  const { hasUnsaved, isLeft, closing, onClose, question = (leave) => <LeaveQuestion onLeave={leave} /> } = props;
  const blocker = useLeaveBlocker(hasUnsaved, isLeft);
  const stay = () => {
    closing?.close();
    blocker.reset?.();
  };
  const leave = () => {
    closing?.close();
    (blocker.proceed ?? onClose)?.();
  };
  return (
    <DialogPart opened={blocker.state === 'blocked' || closing?.opened === true} onClose={stay}>
      {question(leave)}
    </DialogPart>
  );
}

const isAnotherPage: UnsavedWork['isLost'] = (from, to) => pathWithoutSlug(from.pathname) !== pathWithoutSlug(to.pathname);

/** Asks before the page is left while `mustAsk` returns true, but not on the way to the sign-in screen, since the session is over then. */
function useLeaveBlocker(mustAsk: () => boolean, isLeft: UnsavedWork['isLost'] = isAnotherPage): Blocker {
  const isLost = useEffectEvent((from: Location, to: Location) => isLeft(from, to) && mustAsk());
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => to.pathname !== paths.signIn && [...unsavedWork].some((each) => each.isLost(from, to)),
  );
  // No question once the person has chosen to leave.
  const isUnsaved = useEffectEvent(() => blocker.state !== 'proceeding' && mustAsk());

  useEffect(() => {
    const work: UnsavedWork = { isUnsaved: () => isUnsaved(), isLost: (from, to) => isLost(from, to) };
    const listener = (event: BeforeUnloadEvent) => (work.isUnsaved() ? event.preventDefault() : undefined);
    unsavedWork.add(work);
    window.addEventListener('beforeunload', listener);
    return () => {
      unsavedWork.delete(work);
      window.removeEventListener('beforeunload', listener);
    };
  }, []);
  return blocker;
}
