import { Skeleton } from '@mantine/core';
import { LOADING_FORM } from '#contract/texts/sign-up.ts';
import classes from './preview.module.css';

const BONES = ['a', 'b', 'c', 'd', 'e'];

/** Stands where the form is awaited (decision 28), in its shape. */
export function PreviewWaiting() {
  return (
    <div className={classes.waiting}>
      <p role="status">{LOADING_FORM}</p>
      {BONES.map((bone) => (
        <Skeleton key={bone} h={48} radius="md" animate={false} />
      ))}
    </div>
  );
}
