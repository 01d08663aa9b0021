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

/** Tells of something that went wrong in a toast with `role="alert"`; it stays until it is closed. */
export function showFailure({ title, text }: AlertText): void {
  notifications.show({
    title,
    message: text,
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
