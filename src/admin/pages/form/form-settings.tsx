import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FORM_ACTIONS } from '#admin/forms/form-actions.tsx';
import { setupQuery } from '#admin/forms/setup/setup-queries.ts';
import { type ReadForm, seriesQuery } from '#admin/reads/form-queries.ts';
import { useActions } from '#admin/ui/actions/use-actions.tsx';
import { SettingsMenu } from '#admin/ui/layout/settings-menu.tsx';
import { useLeaveDeleted } from '../frame/visited.ts';

/** The Settings menu of a series or marketing form; `showsDisabled` is of the page of hidden events. */
export function FormSettings({ form, showsDisabled }: { form: ReadForm; showsDisabled: boolean }) {
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
