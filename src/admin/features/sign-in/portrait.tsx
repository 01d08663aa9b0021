import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import type { User } from '#contract/user.ts';
import { initialsOf } from './initials.ts';
import classes from './portrait.module.css';

/** The person's picture, or initials when there is none or it cannot be loaded. */
function Picture({ user }: { user: User }) {
  const [isBroken, setBroken] = useState(false);
  if (user.photoURL === null || isBroken) return <span aria-hidden="true">{initialsOf(user.displayName || user.email)}</span>;
  return <img src={user.photoURL} alt="" referrerPolicy="no-referrer" onError={() => setBroken(true)} />;
}

interface PortraitProps extends ComponentProps<typeof UnstyledButton<'button'>> {
  user: User;
}

/** The round button of the person who is signed in, which opens their menu. */
export function Portrait({ user, ...button }: PortraitProps) {
  return (
    <UnstyledButton aria-haspopup="menu" {...button} className={classes.portrait}>
      <Picture key={user.photoURL} user={user} />
      <VisuallyHidden>Account of {user.displayName}</VisuallyHidden>
    </UnstyledButton>
  );
}
