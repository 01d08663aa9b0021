import { Skeleton } from '@mantine/core';
import { Repeated } from '#admin/ui/loading/repeated.tsx';
import classes from './builder.module.css';
import { PreviewPanel } from './preview/preview-panel.tsx';

/** Shown while the form of a builder loads. */
export function BuilderSkeleton({ title }: { title: string }) {
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
          <Repeated times={4}>
            <div className={classes.skeleton}>
              <Skeleton h={14} w="40%" animate={false} />
              <Skeleton h={12} w="65%" animate={false} />
            </div>
          </Repeated>
        </div>
      </div>
      <div className={classes.preview}>
        <PreviewPanel view={undefined} formPath={undefined} />
      </div>
    </div>
  );
}
