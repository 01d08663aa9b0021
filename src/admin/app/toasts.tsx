import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import classes from './toasts.module.css';

/** Where toasts are shown. */
export const Toasts = () => <Notifications position="bottom-right" classNames={{ root: classes.toasts }} containerWidth={360} limit={4} />;
