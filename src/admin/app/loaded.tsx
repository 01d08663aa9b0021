import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from './load-failure.tsx';
import { readState } from './read-state.ts';

interface LoadedProps<Data> {
  read: UseQueryResult<Data>;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What was read, its skeleton while it loads, or why it could not be read. */
export function Loaded<Data>({ read, skeleton, children }: LoadedProps<Data>) {
  if (read.data !== undefined) return children(read.data);
  return readState(read) === 'failed' ? <LoadFailure read={read} /> : skeleton;
}
