import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '#admin/paths.ts';
import { LoadingNote } from '#admin/ui/feedback/loading-note.tsx';
import { PageHeader } from '#admin/ui/layout/page-header.tsx';
import { type PageTab, PageTabs } from '#admin/ui/layout/page-tabs.tsx';
import { knownFormTitle } from './form-queries.ts';

/** The pages of a marketing form that the header links to. */
type FormTab = 'event' | 'modify-form';

interface FormHeaderProps {
  formId: string;
  /** Undefined while it loads or when it could not be read. */
  title: string | undefined;
  current: FormTab;
  state: 'loading' | 'ready' | 'failed';
  /** Outlined buttons at the right: those of the page, then `FormSettingsMenu`. */
  actions?: ReactNode;
}

function tabsOf(form: { title: string; id: string }, current: FormTab): PageTab[] {
  return [
    { label: 'Event', to: paths.form.page(form), kind: current === 'event' ? 'current' : 'inside' },
    { label: 'Form', to: paths.form.publicForm(form), kind: 'outside' },
    { label: 'Modify Form', to: paths.form.modifyForm(form), kind: current === 'modify-form' ? 'current' : 'inside' },
  ];
}

/** The header of every page of a marketing form: back link to the parent of its address, title, tabs, actions. */
export function FormHeader({ formId, title, current, state, actions }: FormHeaderProps) {
  const queryClient = useQueryClient();
  const shownTitle = title ?? (state === 'failed' ? 'Form' : knownFormTitle(queryClient, formId));
  const form = { id: formId, title: shownTitle ?? '' };
  return (
    <PageHeader
      back={current === 'event' ? { to: paths.home, label: 'Events Hub' } : { to: paths.form.page(form), label: shownTitle ?? 'Form' }}
      title={shownTitle}
      note={state === 'loading' ? <LoadingNote /> : undefined}
      tabs={state === 'failed' ? undefined : <PageTabs label="Marketing form" tabs={tabsOf(form, current)} />}
      actions={state === 'ready' ? actions : undefined}
    />
  );
}
