import { Badge, Skeleton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { CardTotal } from '#admin/ui/card-total.tsx';
import { type Tool, ToolButton } from '#admin/ui/tool-button.tsx';
import classes from './sign-ups-card.module.css';

/** Whether a form promises a download, and whether the mail that would bring it is set up (decision 34). */
export type Download = 'none' | 'by-mail' | 'without-mail';

interface SignUpsCardProps {
  /** How many signed up. */
  total: number;
  download: Download;
  tools: readonly Tool[];
  /** A quiet line below the title. */
  about?: ReactNode;
  /** The table of submissions. */
  children: ReactNode;
}

/** What came in by a marketing form: how many signed up, what can be done with them, and who they are (spec section 2). */
export function SignUpsCard({ total, download, tools, about, children }: SignUpsCardProps) {
  const titleId = useId();
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <div className={classes.body}>
        <div className={classes.about}>
          <h2 id={titleId} className={classes.title}>
            Sign-ups
          </h2>
          {about === undefined ? null : <div className={classes.quiet}>{about}</div>}
          {download === 'none' ? null : (
            <div>
              {download === 'by-mail' ? (
                <Badge>Download by mail</Badge>
              ) : (
                <Badge color="orange">Download promised, its mail is not set up</Badge>
              )}
            </div>
          )}
        </div>
        <CardTotal count={total} label="Total Signups" />
        <fieldset className={classes.tools} aria-label="Tools of the form">
          {tools.map((tool) => (
            <ToolButton key={tool.label} tool={tool} />
          ))}
        </fieldset>
      </div>
      {children}
    </section>
  );
}

const ROW_BONES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Stands for the card that loads. */
export function SignUpsCardBones() {
  return (
    <div className={classes.card} aria-hidden="true">
      <div className={classes.body}>
        <div className={classes.about}>
          <Skeleton h={16} my={4} w={104} />
        </div>
        <Skeleton h={24} w={48} my={4} />
        <div className={classes.boneTools}>
          <Skeleton h={12} w={84} />
          <Skeleton h={12} w={96} />
        </div>
      </div>
      <div className={classes.boneRows}>
        {ROW_BONES.map((bone) => (
          <Skeleton key={bone} h={12} />
        ))}
      </div>
    </div>
  );
}
