import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCircleCheck, IconX } from '@tabler/icons-react';

/** Long enough to be read twice; a toast under the pointer or the focus stays. */
const ALERT_MS = 8_000;
const CLOSE = { 'aria-label': 'Close' };

interface AlertText {
  /** The specification's words, where it has them. */
  title: string;
  /** A second line, such as why. */
  text?: string;
}

interface FailureText extends AlertText {
  /** What can be done about it. */
  action?: { label: string; onClick: () => void };
}

function Message({ text, action }: Pick<FailureText, 'text' | 'action'>) {
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

/** Tells of something that went wrong in a toast with `role="alert"`; it stays until it is closed. */
export function showFailure({ title, text, action }: FailureText): void {
  notifications.show({
    // One that asks for something stands there once, however often it is shown.
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

/** Tells of something that went well in a toast with `role="alert"`. */
export function showSuccess({ title, text }: AlertText): void {
  notifications.show({
    title,
    message: text,
    color: 'green',
    closeButtonProps: CLOSE,
    icon: <IconCircleCheck size={16} stroke={2} />,
    role: 'alert',
    autoClose: ALERT_MS,
  });
}
