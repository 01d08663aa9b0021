import { type Dispatch, useEffect } from 'react';
import { nextSignUpTime } from '#contract/rules/sign-up-time.ts';
import type { FormAction } from './form-state.ts';
import { pageLoad } from './page-load.ts';
import type { FormView, Visit } from './view.ts';

/** Timers stand still while a device sleeps, and none can be set for a month. */
const LONGEST_WAIT_MS = 60_000;

/** Tells the form what time it is on the server when one of its events opens or closes. */
export function useClock(view: FormView, { now: servedAt }: Visit, dispatch: Dispatch<FormAction>): void {
  useEffect(() => {
    if (servedAt === undefined) return undefined;
    const { type, responseStart = 0 } = pageLoad();
    // Back on a page, browsers take it from their cache, however old it is: there the clock of the device has to do.
    const ahead = type === 'back_forward' ? 0 : servedAt - performance.timeOrigin - responseStart;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      const now = Date.now() + ahead;
      dispatch({ type: 'time', now });
      const next = nextSignUpTime(view.events, now);
      if (next < Infinity) timer = setTimeout(look, Math.min(next - now, LONGEST_WAIT_MS));
    };
    look();
    return () => clearTimeout(timer);
  }, [view, servedAt, dispatch]);
}
