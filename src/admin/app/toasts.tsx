import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { useNarrow } from '#admin/ui/layout/use-phone.ts';
import classes from './toasts.module.css';

/** Toasts, away from any tools: in the empty middle of a wide page's head, at the top on a phone, otherwise above the bottom bar. */
export function Toasts() {
  const [isPhone, isNarrow] = [useNarrow(40), useNarrow(72)];
  const position = isNarrow && !isPhone ? 'bottom-center' : 'top-center';
  return <Notifications position={position} classNames={{ root: classes.toasts }} containerWidth={360} limit={4} />;
}
