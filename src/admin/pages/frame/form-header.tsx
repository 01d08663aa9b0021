import { VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { knownTitle } from '#admin/reads/form-queries.ts';
import { IconExternalLink } from '#admin/ui/layout/icons.tsx';
import { PageHeader } from '#admin/ui/layout/page.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import classes from '#admin/ui/layout/page-tabs.module.css';

export type FormPart = 'page' | 'disabled-events' | 'statistics' | 'modify-form';

const NAMES = {
  series: { noun: 'Series', tabs: 'Series', page: 'Events' },
  marketing: { noun: 'Form', tabs: 'Marketing form', page: 'Event' },
} as const;

/** The back link of a page below that of a series or marketing form; `title` is undefined until it has been read. */
export function useBackToForm(form: FormRef, title: string | undefined): { to: string; label: string } {
  const known = knownTitle(useQueryClient(), form);
  const shownTitle = title ?? known;
  return { to: paths[form.kind].page({ id: form.id, title: shownTitle ?? '' }), label: shownTitle ?? NAMES[form.kind].noun };
}

function tabsOf(kind: FormRef['kind'], form: { title: string; id: string }, current: FormPart): PageTab[] {
  const isCurrent = (...parts: FormPart[]) => (parts.includes(current) ? 'current' : 'inside');
  return [
    { label: NAMES[kind].page, to: paths[kind].page(form), kind: isCurrent('page', 'disabled-events') },
    { label: 'Statistics', to: paths[kind].statistics(form), kind: isCurrent('statistics') },
    { label: 'Form', to: paths[kind].publicForm(form), kind: 'outside' },
    { label: 'Modify Form', to: paths[kind].modifyForm(form), kind: isCurrent('modify-form') },
  ];
}

interface FormHeaderProps {
  form: FormRef;
  title: string | undefined;
  current: FormPart;
  state: 'loading' | 'ready' | 'failed';
  note?: string | undefined;
  /** Outlined buttons at the right: those of the page, then the Settings menu. */
  actions?: ReactNode;
}

/** The header of every page of a series or marketing form: back link to the parent of its address, title, tabs, actions. */
export function FormHeader({ form: ref, title, current, state, note, actions }: FormHeaderProps) {
  const { kind, id } = ref;
  const { noun, tabs } = NAMES[kind];
  const known = knownTitle(useQueryClient(), ref);
  const shownTitle = title ?? (state === 'failed' ? noun : known);
  const form = { id, title: shownTitle ?? '' };
  return (
    <PageHeader
      back={current === 'page' ? undefined : { to: paths[kind].page(form), label: shownTitle ?? noun }}
      title={shownTitle}
      isLoading={state === 'loading'}
      note={note}
      tabs={state === 'failed' ? undefined : <PageTabs label={tabs} tabs={tabsOf(kind, form, current)} />}
      actions={state === 'ready' ? actions : undefined}
    />
  );
}

interface PageTab {
  readonly label: string;
  readonly to: string;
  /** `outside` leaves the app and opens in a new tab. */
  readonly kind: 'current' | 'inside' | 'outside';
}

/** The parts of a page as links, so that back, reload and a new tab work. */
const PageTabs = ({ label, tabs }: { label: string; tabs: readonly PageTab[] }) => (
  <nav aria-label={label} className={classes.tabs} data-scrolls>
    {tabs.map((tab) =>
      tab.kind === 'outside' ? (
        <a key={tab.label} href={tab.to} target="_blank" rel="noopener" className={classes.tab}>
          {tab.label}
          <IconExternalLink size={14} stroke={1.75} aria-hidden="true" />
          <VisuallyHidden>opens in a new tab</VisuallyHidden>
        </a>
      ) : (
        <Link key={tab.label} to={tab.to} className={classes.tab} aria-current={tab.kind === 'current' ? 'page' : undefined}>
          {tab.label}
        </Link>
      ),
    )}
  </nav>
);
