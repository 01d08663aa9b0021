import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { EventFields } from '#admin/events/event-fields.tsx';
import { useAddingEvent } from '#admin/events/use-adding-event.tsx';
import { eventAnchor, paths } from '#admin/paths.ts';
import { seriesQuery } from '#admin/reads/series-queries.ts';
import { Ask } from '#admin/ui/dialogs/dialog.tsx';
import { UnsavedChanges } from '#admin/ui/dialogs/unsaved-changes.tsx';
import { DialogPart } from '#admin/ui/dialogs/use-dialog.tsx';
import { useSaveShortcut } from '#admin/ui/inputs/use-save-shortcut.ts';
import { BottomBar } from '#admin/ui/layout/bottom-bar.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import type { Event } from '#contract/events/event.ts';
import { useBackToForm } from './frame/form-header.tsx';

const FORM_ID = 'add-event';

/** `…/add`: adds an event to a series, then shows its card. */
export function AddEventRoute() {
  const { eventseriesid: seriesId = '' } = useParams();
  const read = useQuery(seriesQuery(seriesId, 'visible'));
  const back = useBackToForm({ kind: 'series', id: seriesId }, read.data?.title);
  const [added, setAdded] = useState<Event>();
  const { record, ...adding } = useAddingEvent(seriesId, setAdded);
  const { setForm, field, values, changes, isSaving } = record;
  const submit = () => adding.add('leave');
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit();
  };
  useSaveShortcut(submit);
  if (added !== undefined) {
    const pathname = added.show_on_form ? back.to : paths.series.disabledEvents({ id: seriesId, title: read.data?.title ?? '' });
    return <Navigate to={{ pathname, hash: eventAnchor(added.id) }} replace />;
  }
  return (
    <Page>
      <PageHeader back={back} title="Add event" />
      <form ref={setForm} id={FORM_ID} onSubmit={handleSubmit} noValidate>
        <EventFields field={field} isNew dateWarning={adding.dateWarning} />
      </form>
      <BottomBar about={adding.failure === undefined ? undefined : <Failure message={adding.failure} />}>
        <Button component={Link} to={back.to} variant="default">
          Cancel
        </Button>
        <Button variant="default" disabled={isSaving} onClick={() => adding.add('another')}>
          <Box component="span" visibleFrom="xs">
            Save and add another
          </Box>
          <Box component="span" hiddenFrom="xs">
            Add another
          </Box>
        </Button>
        <Button type="submit" form={FORM_ID} loading={isSaving}>
          Add Event
        </Button>
      </BottomBar>
      <DialogPart opened={adding.isAsking} onClose={adding.stay}>
        <Ask
          title={`Add ‘${values.event_title.trim()}’ anyway?`}
          about={adding.dateWarning}
          stay="Change the date"
          go="Add event"
          tone="plain"
          onGo={adding.confirm}
        />
      </DialogPart>
      <UnsavedChanges hasUnsaved={() => changes > 0} />
    </Page>
  );
}

/** Beside the button that was pressed, so it is visible at any scroll position. */
function Failure({ message }: { message: ReactNode }) {
  return (
    <span role="alert" data-variant="bad">
      {message}
    </span>
  );
}
