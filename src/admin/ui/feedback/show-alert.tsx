import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCircleCheck, IconX } from '../layout/icons.tsx';

/** Long enough to be read twice. A toast stays while it is hovered or focused. */
const ALERT_MS = 8_000;
const CLOSE = { 'aria-label': 'Close' };

interface AlertText {
  title: string;
  text?: string;
  action?: { label: string; onClick: () => void };
}

function Message({ text, action }: Pick<AlertText, 'text' | 'action'>) {
  if (action === undefined) return text;
  return (
    <>
      {text}
      <Button variant="default" size="xs" mt={8} display="block" onClick={action.onClick}>
        {action.label}
      </Button>
    </>
  );
}

/** Shows a failure in a toast with `role="alert"`, which stays until it is closed. */
export function showFailure({ title, text, action }: AlertText): void {
  notifications.show({
    // A toast with an action is shown only once at a time.
    ...(action === undefined ? {} : { id: title }),
    title,
    message: <Message text={text} action={action} />,
    color: 'red',
    closeButtonProps: CLOSE,
    icon: <IconX size={16} stroke={2} />,
    role: 'alert',
    autoClose: false,
  });
}

/** Shows a success in a toast with `role="alert"`; its action, such as Undo, closes it. */
export function showSuccess({ title, text, action }: AlertText): void {
  const id = notifications.show({
    title,
    message: (
      <Message
        text={text}
        action={
          action && {
            ...action,
            onClick: () => {
              notifications.hide(id);
              action.onClick();
            },
          }
        }
      />
    ),
    color: 'green',
    closeButtonProps: CLOSE,
    icon: <IconCircleCheck size={16} stroke={2} />,
    role: 'alert',
    autoClose: ALERT_MS,
  });
}
