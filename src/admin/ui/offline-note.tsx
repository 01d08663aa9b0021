import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import classes from './offline-note.module.css';

/** A line under the top bar while there is no connection; what is typed stays. */
export function OfflineNote() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <div className={classes.note} role="status">
      <IconWifiOff size={16} stroke={1.75} aria-hidden="true" />
      You are offline. Nothing can be loaded or saved until the connection is back.
    </div>
  );
}
