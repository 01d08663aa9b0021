import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { isNotFound } from '#admin/api/api-error.ts';
import { FORM_ACTIONS } from '#admin/forms/form-actions.tsx';
import { setupQuery } from '#admin/forms/setup/setup-queries.ts';
import { DELETED_MEANWHILE } from '#admin/live/use-colleague-note.ts';
import { paths, type Titled } from '#admin/paths.ts';
import { knownTitle, type ReadForm, seriesQuery } from '#admin/reads/form-queries.ts';
import { useActions } from '#admin/ui/actions/use-actions.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { SettingsMenu } from '#admin/ui/layout/settings-menu.tsx';
import { IconExternalLink } from '#admin/ui/layout/tool-icons.tsx';
import { Loaded, type LoadedProps, readState } from '#admin/ui/states/page-state.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import classes from '#admin/ui/layout/page-tabs.module.css';
import { formIn, NOUNS } from './form-address.tsx';
import { useLeaveDeleted } from './visited.ts';

type FormPart = 'page' | 'disabled-events' | 'statistics' | 'modify-form';

const NAMES = { series: { tabs: 'Series', page: 'Events' }, marketing: { tabs: 'Marketing form', page: 'Event' } } as const;

/** The names of the pages that bear the title of their series or form. */
const PART_NAMES: Partial<Record<FormPart, string>> = {
  statistics: 'Statistics',
  'modify-form': 'Modify Form',
  'disabled-events': 'Hidden events',
};

interface FormHeaderProps {
  read: ReadForm | undefined;
  current: FormPart;
  state: 'loading' | 'ready' | 'failed';
  note?: ReactNode;
  /** Outlined buttons at the right, before the Settings menu. */
  tools?: ReactNode;
}

/** The header of every page of a series or marketing form: back link to the parent of its address, title, tabs, actions. */
export function FormHeader({ read, current, state, note, tools }: FormHeaderProps) {
  const ref = formIn(useParams());
  const { kind, id } = ref;
  const noun = NOUNS[kind];
  const known = knownTitle(ref);
  const shownTitle = read?.title ?? (state === 'failed' ? noun : known);
  const form = { id, title: shownTitle ?? '' };
  return (
    <PageHeader
      back={current === 'page' ? undefined : { to: paths[kind].page(form), label: shownTitle ?? noun, shown: NAMES[kind].page }}
      title={shownTitle}
      isLoading={state === 'loading'}
      note={note}
      {...(state !== 'failed' && { recorded: PART_NAMES[current], tabs: <FormTabs kind={kind} form={form} current={current} /> })}
      actions={
        read === undefined || state !== 'ready' ? undefined : (
          <>
            {tools}
            <FormSettings form={read} showsDisabled={current === 'disabled-events'} />
          </>
        )
      }
    />
  );
}

/** The Settings menu of a series or marketing form; `showsDisabled` is of the page of hidden events. */
function FormSettings({ form, showsDisabled }: { form: ReadForm; showsDisabled: boolean }) {
  const onDeleted = useLeaveDeleted(`/${form.kind === 'series' ? 'events-series' : 'form'}/${form.id}`);
  const [isOpened, setOpened] = useState(false);
  // On pages that do not show the setup list, only this menu reads it.
  const setup = useQuery({ ...setupQuery(form), enabled: isOpened && !showsDisabled });
  const visible = useQuery({ ...seriesQuery(form.id, 'visible'), enabled: showsDisabled });
  const shown = showsDisabled ? visible.data : form;
  const events = shown?.kind === 'series' ? shown.events : undefined;
  const actions = useActions(FORM_ACTIONS, { form, showsDisabled, setup: setup.data, events, onDeleted });
  return <SettingsMenu {...actions} onOpen={() => setOpened(true)} />;
}

export function FormFrame<Data extends ReadForm>({
  tools,
  current,
  ...loaded
}: Pick<FormHeaderProps, 'current' | 'tools'> & LoadedProps<Data>) {
  const { data, error } = loaded.read;
  const archived = data?.is_archived === true ? 'Archived' : undefined;
  const note = data !== undefined && isNotFound(error) ? <span role="status">{DELETED_MEANWHILE}</span> : archived;
  return (
    <Page>
      <FormHeader read={data} current={current} state={readState(loaded.read)} note={note} tools={tools} />
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
