import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { usePhone } from '#admin/ui/layout/use-phone.ts';
import classes from './toasts.module.css';

/** Toasts, where no tools are: on the empty middle of the bottom bar, or above it where it has none; at the top of a phone. */
export const Toasts = () => (
  <Notifications
    position={usePhone() ? 'top-center' : 'bottom-center'}
    classNames={{ root: classes.toasts }}
    containerWidth={360}
    limit={4}
  />
);
