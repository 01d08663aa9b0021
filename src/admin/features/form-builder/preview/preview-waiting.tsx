import { Skeleton } from '@mantine/core';
import { LOADING_FORM } from '#contract/texts/sign-up.ts';
import classes from './preview.module.css';

const SKELETON_PARTS = ['a', 'b', 'c', 'd', 'e'];

/** Shown while the public form loads. */
export function PreviewWaiting() {
  return (
    <div className={classes.waiting}>
      <p role="status">{LOADING_FORM}</p>
      {SKELETON_PARTS.map((part) => (
        <Skeleton key={part} h={48} radius="md" animate={false} />
      ))}
    </div>
  );
}
