import { useSyncExternalStore } from 'react';
import type { SessionSnapshot } from './session-keeper.ts';
import { getSnapshot, subscribe } from './session.ts';

/** The session's state; renders again when it changes. */
export const useSession = (): SessionSnapshot => useSyncExternalStore(subscribe, getSnapshot);
