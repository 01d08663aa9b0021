import { IconBrandSlack, IconClock, IconMailX, IconPlugConnectedX } from '#admin/ui/layout/icons.tsx';
import type { Cause } from '#contract/attention.ts';
import classes from './cause-card.module.css';

const SIGNS = { slack: IconBrandSlack, mail: IconMailX, copper: IconPlugConnectedX, waiting: IconClock } as const;

function signOf({ service, retrying, is_connected: isConnected }: Cause): keyof typeof SIGNS {
  if (!isConnected) return 'copper';
  return retrying ? 'waiting' : service;
}

/** The sign of a cause: its service, a plug when that is not connected, or a clock while it waits. */
export function CauseSign({ cause }: { cause: Cause }) {
  const Sign = SIGNS[signOf(cause)];
  return <Sign size={20} stroke={1.5} aria-hidden="true" className={classes.sign} />;
}
