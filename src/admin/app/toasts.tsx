import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import classes from './toasts.module.css';

/** Where toasts are shown. */
export function Toasts() {
  return <Notifications position="bottom-right" classNames={{ root: classes.toasts }} containerWidth={360} limit={4} />;
}
