import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '../layout/icons.tsx';
import classes from './offline-note.module.css';

/** A line under the top bar while there is no connection. */
export function OfflineNote() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <div className={classes.note} role="status">
      <IconWifiOff aria-hidden="true" />
      You are offline. Nothing can be loaded or saved until the connection is back.
    </div>
  );
}
