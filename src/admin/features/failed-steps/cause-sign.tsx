import { IconPlugConnectedX } from '#admin/ui/layout/icons.tsx';
import { IconBrandSlack, IconClock, IconMailX } from '#admin/ui/layout/tool-icons.tsx';
import type { Cause } from '#contract/side-effects/attention.ts';
import classes from './cause-card.module.css';

const SIGNS = { slack: IconBrandSlack, mail: IconMailX, plug: IconPlugConnectedX, waiting: IconClock } as const;

const hasSign = (name: string): name is keyof typeof SIGNS => name in SIGNS;

function signOf({ service, retrying, is_connected: isConnected }: Cause): keyof typeof SIGNS {
  if (isConnected && retrying) return 'waiting';
  return isConnected && hasSign(service) ? service : 'plug';
}

/** The sign of a cause: its service where that has one of its own, a plug when it is not connected, or a clock while it waits. */
export function CauseSign({ cause }: { cause: Cause }) {
  const Sign = SIGNS[signOf(cause)];
  return <Sign size={20} stroke={1.5} aria-hidden="true" className={classes.sign} />;
}
