import { VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths, type Titled } from '#admin/paths.ts';
import { knownTitle } from '#admin/reads/form-queries.ts';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { IconExternalLink } from '#admin/ui/layout/tool-icons.tsx';
import { Loaded, type LoadedProps, readState } from '#admin/ui/states/page-state.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import classes from '#admin/ui/layout/page-tabs.module.css';

type FormPart = 'page' | 'disabled-events' | 'statistics' | 'modify-form';

const NAMES = {
  series: { noun: 'Series', tabs: 'Series', page: 'Events' },
  marketing: { noun: 'Form', tabs: 'Marketing form', page: 'Event' },
} as const;

/** The names of the pages that bear the title of their series or form. */
const PART_NAMES: Partial<Record<FormPart, string>> = {
  statistics: 'Statistics',
  'modify-form': 'Modify Form',
  'disabled-events': 'Hidden events',
};

/** The back link of a page below that of a series or marketing form; `title` is undefined until it has been read. */
export function useBackToForm(form: FormRef, title: string | undefined): { to: string; label: string } {
  const known = knownTitle(useQueryClient(), form);
  const shownTitle = title ?? known;
  return { to: paths[form.kind].page({ id: form.id, title: shownTitle ?? '' }), label: shownTitle ?? NAMES[form.kind].noun };
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
  const { noun } = NAMES[kind];
  const known = knownTitle(useQueryClient(), ref);
  const shownTitle = title ?? (state === 'failed' ? noun : known);
  const form = { id, title: shownTitle ?? '' };
  return (
    <PageHeader
      back={current === 'page' ? undefined : { to: paths[kind].page(form), label: shownTitle ?? noun }}
      title={shownTitle}
      recorded={state === 'failed' ? undefined : PART_NAMES[current]}
      isLoading={state === 'loading'}
      note={note}
      tabs={state === 'failed' ? undefined : <FormTabs kind={kind} form={form} current={current} />}
      actions={state === 'ready' ? actions : undefined}
    />
  );
}

interface FormFrameProps<Data> extends Pick<FormHeaderProps, 'form' | 'current'>, LoadedProps<Data> {
  actions: (data: Data) => ReactNode;
}

export function FormFrame<Data extends { title: string; is_archived: boolean }>({
  actions,
  form,
  current,
  ...loaded
}: FormFrameProps<Data>) {
  const { data } = loaded.read;
  const note = data?.is_archived === true ? 'Archived' : undefined;
  const header = { form, current, note, title: data?.title, state: readState(loaded.read), actions: data && actions(data) };
  return (
    <Page>
      <FormHeader {...header} />
      <Loaded {...loaded} />
    </Page>
  );
}

/** Links, so that back, reload and a new tab work. */
function FormTabs({ kind, form, current }: { kind: FormRef['kind']; form: Titled; current: FormPart }) {
  const tab = (label: string, to: string, ...parts: FormPart[]) => (
    <Link to={to} className={classes.tab} aria-current={parts.includes(current) ? 'page' : undefined}>
      {label}
    </Link>
  );
  return (
    <nav aria-label={NAMES[kind].tabs} className={classes.tabs} data-scrolls>
      {tab(NAMES[kind].page, paths[kind].page(form), 'page', 'disabled-events')}
      {tab('Statistics', paths[kind].statistics(form), 'statistics')}
      <a href={paths[kind].publicForm(form)} target="_blank" rel="noopener" className={classes.tab}>
        Form
        <IconExternalLink size={14} aria-hidden="true" />
        <VisuallyHidden>opens in a new tab</VisuallyHidden>
      </a>
      {tab('Modify Form', paths[kind].modifyForm(form), 'modify-form')}
    </nav>
  );
}
