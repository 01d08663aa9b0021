import { Button } from '@mantine/core';
import { type NotificationData, notifications } from '@mantine/notifications';
import { messageOf } from '#admin/api/api-error.ts';
import { IconAlertTriangle, IconCircleCheck, IconX } from '../layout/icons.tsx';

/** Long enough to read twice. A toast stays while it is hovered or focused. */
const ALERT_MS = 8_000;

interface Action {
  label: string;
  onClick: () => void;
}

interface AlertText {
  title: string;
  text?: string;
  action?: Action;
  second?: Action;
}

/** The toast without an action that says this. */
const saying = new Map<string, string>();

/** Shows a toast with `role="alert"`; each of its actions, such as Undo, closes it. Returns a function that closes it. */
function show({ title, text, action, second }: AlertText, look: Pick<NotificationData, 'id' | 'color' | 'icon' | 'autoClose'>): () => void {
  const words = `${title}\n${text}`;
  // A repeated toast replaces the last one, since a stack of them covers a phone; each action is about something else.
  if (action === undefined) notifications.hide(saying.get(words) ?? '');
  let hasActed = false;
  const id = notifications.show({
    ...look,
    title,
    message: (
      <>
        <span>{text}</span>
        <div>
          {[action, second].map(
            (each) =>
              each && (
                <Button
                  key={each.label}
                  variant="default"
                  size="xs"
                  mt={8}
                  me={8}
                  onClick={() => {
                    // It can still be pressed while it fades.
                    if (hasActed) return;
                    hasActed = true;
                    notifications.hide(id);
                    each.onClick();
                  }}
                >
                  {each.label}
                </Button>
              ),
          )}
        </div>
      </>
    ),
    closeButtonProps: { 'aria-label': 'Close' },
    role: 'alert',
    onClose: () => saying.delete(words),
  });
  if (action === undefined) saying.set(words, id);
  return () => notifications.hide(id);
}

/** Shows a failure in a toast that stays until it is closed; one with an action is shown only once at a time. */
export const showFailure = (alert: AlertText): (() => void) =>
  show(alert, { color: 'red', icon: <IconX size={16} stroke={2} />, autoClose: false, id: alert.action && alert.title });

/** Shows why a call failed. */
export const showError = (title: string, error: unknown): (() => void) => showFailure({ title, text: messageOf(error) });

/** Shows what can no longer happen, in a toast that stays while something else can be done. @param id of what is shown only once at a time */
export const showWarning = (alert: AlertText, id: string | undefined): (() => void) =>
  show(alert, { color: 'orange', icon: <IconAlertTriangle size={16} stroke={2} />, autoClose: alert.action === undefined && ALERT_MS, id });

export const showSuccess = (alert: AlertText): (() => void) =>
  show(alert, { color: 'green', icon: <IconCircleCheck size={16} stroke={2} />, autoClose: ALERT_MS, id: undefined });
