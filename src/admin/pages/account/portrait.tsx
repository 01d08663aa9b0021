import { UnstyledButton } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import type { User } from '#contract/session/user.ts';
import classes from './portrait.module.css';

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const firstLetter = (word: string): string => letters.segment(word)[Symbol.iterator]().next().value?.segment ?? '';

export function initialsOf(name: string): string {
  const words = name.split(/[\s.@_-]+/u).filter((word) => word !== '');
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1);
  return chosen.map((word) => firstLetter(word ?? '').toLocaleUpperCase('en-GB')).join('');
}

function Picture({ user }: { user: User }) {
  const [isBroken, setBroken] = useState(false);
  const name = `Account of ${user.displayName}`;
  if (user.photoURL !== null && !isBroken) {
    return <img src={user.photoURL} alt={name} referrerPolicy="no-referrer" onError={() => setBroken(true)} />;
  }
  return (
    <svg viewBox="0 0 32 32" role="img" aria-label={name}>
      <text x="16" y="16" dy="0.36em" textAnchor="middle">
        {initialsOf(user.displayName || user.email)}
      </text>
    </svg>
  );
}

export const Portrait = ({ user, ...button }: ComponentProps<typeof UnstyledButton<'button'>> & { user: User }) => (
  <UnstyledButton aria-haspopup="menu" {...button} className={classes.portrait}>
    <Picture key={user.photoURL} user={user} />
  </UnstyledButton>
);
