import { Fragment, type ReactNode } from 'react';

/** The same part several times, such as the lines of a skeleton. */
export const Repeated = ({ times, children }: { times: number; children: ReactNode }) =>
  Array.from({ length: times }, (_, index) => <Fragment key={String(index)}>{children}</Fragment>);
