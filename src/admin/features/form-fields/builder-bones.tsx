import { Skeleton } from '@mantine/core';
import classes from './builder.module.css';
import { PreviewPanel } from './preview-panel.tsx';

const BONES = ['a', 'b', 'c', 'd'];

/** A builder whose form is awaited: its own frame, still. */
export function BuilderBones({ title }: { title: string }) {
  return (
    <div className={classes.builder} data-shown="fields">
      <div className={classes.fields}>
        <div>
          <div className={classes.heading}>
            <h2>{title}</h2>
          </div>
          <Skeleton h={232} radius="md" animate={false} />
        </div>
        <div className={classes.card} aria-hidden="true">
          {BONES.map((bone) => (
            <div key={bone} className={classes.bone}>
              <Skeleton h={14} w="40%" animate={false} />
              <Skeleton h={12} w="65%" animate={false} />
            </div>
          ))}
        </div>
      </div>
      <div className={classes.preview}>
        <PreviewPanel view={undefined} formPath={undefined} />
      </div>
    </div>
  );
}
