import { Badge, Group, Skeleton, Stack } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { CardTotal } from '#admin/ui/cards/card-total.tsx';
import { type Tool, ToolButton } from '#admin/ui/layout/tool-button.tsx';
import classes from './sign-ups-card.module.css';

/** Whether a form offers a download, and whether the mail that delivers it is configured. */
export type Download = 'none' | 'by-mail' | 'without-mail';

interface SignUpsCardProps {
  total: number;
  download: Download;
  tools: readonly Tool[];
  about: ReactNode;
  answers: ReactNode;
  children: ReactNode;
}

/** The submissions of a marketing form: their number, tools, and table. */
export function SignUpsCard({ total, download, tools, about, answers, children }: SignUpsCardProps) {
  const titleId = useId();
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <div className={classes.body}>
        <Stack gap="xs">
          <h2 id={titleId} data-variant="title">
            Sign-ups
          </h2>
          {answers}
          <div className={classes.quiet}>{about}</div>
          {download === 'none' ? null : (
            <div>
              {download === 'by-mail' ? (
                <Badge>Download by mail</Badge>
              ) : (
                <Badge color="orange">Download promised, its mail is not set up</Badge>
              )}
            </div>
          )}
        </Stack>
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

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The card while it loads. */
export function SignUpsCardSkeleton() {
  return (
    <div className={classes.card} aria-hidden="true">
      <div className={classes.body}>
        <Stack gap="xs">
          <Skeleton h={16} my={4} w={104} />
        </Stack>
        <Skeleton h={24} w={48} my={4} />
        <Group gap="lg" wrap="nowrap" mih="2rem">
          <Skeleton h={12} w={84} />
          <Skeleton h={12} w={96} />
        </Group>
      </div>
      <div className={classes.skeletonRows}>
        {SKELETON_ROWS.map((part) => (
          <Skeleton key={part} h={12} />
        ))}
      </div>
    </div>
  );
}
