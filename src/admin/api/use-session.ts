import { useSyncExternalStore } from 'react';
import { getSnapshot, subscribe } from './session.ts';
import type { SessionSnapshot } from './session-keeper.ts';

/** Who is signed in, kept up to date. */
export const useSession = (): SessionSnapshot => useSyncExternalStore(subscribe, getSnapshot);
