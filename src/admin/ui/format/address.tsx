import { Fragment } from 'react';

/** An email address that breaks before its @ and dots rather than within a word; a dash if there is none. */
export const Address = ({ email }: { email: string }) =>
  (email === '' ? '–' : email).split(/(?=[@.])/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts never move
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
