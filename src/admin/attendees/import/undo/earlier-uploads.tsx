import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import type { AttendeeImport } from '#contract/attendees/attendee-import.ts';
import type { EventScope } from '#contract/forms/form-ref.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { importsQuery } from '../import-queries.ts';
import classes from './earlier-uploads.module.css';
import { UndoDialog } from './undo-dialog.tsx';

const SHOWN_MAX = 5;

interface EarlierUploadsProps {
  scope: EventScope;
  onShowAttendees: (importId: string) => void;
}

/** The last uploads into the event, each to be looked at or undone; nothing when there are none. */
export function EarlierUploads({ scope, onShowAttendees }: EarlierUploadsProps) {
  const { data: uploads = [] } = useQuery(importsQuery(scope));
  const undoing = useDialogWith<string>();
  if (uploads.length === 0) return null;
  return (
    <section className={classes.uploads} aria-label="Earlier uploads">
      <h3 data-variant="label">Earlier uploads</h3>
      <ul>
        {uploads.slice(0, SHOWN_MAX).map((upload) => (
          <li key={upload.id} data-row="wrap between">
            <UploadText upload={upload} />
            <span data-row="stretch close">
              {upload.added - upload.removed > 0 ? (
                <Button variant="subtle" color="gray" size="xs" fw={400} onClick={() => onShowAttendees(upload.id)}>
                  Show attendees
                </Button>
              ) : null}
              {upload.untouched > 0 || upload.state === 'undoing' ? (
                <Button variant="default" size="xs" onClick={() => undoing.open(upload.id)}>
                  Undo…
                </Button>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      {undoing.show((importId) => (
        <UndoDialog scope={scope} importId={importId} />
      ))}
    </section>
  );
}

function UploadText({ upload }: { upload: AttendeeImport }) {
  const dates = useDates();
  return (
    <span className={classes.text} data-variant="small">
      <strong data-variant="stressed" dir="auto">
        ‘{upload.file_name}’
      </strong>
      , {formatCount(upload.added)} added, {upload.by}, {dates.dayAndTime(upload.at)}
      {upload.state === 'undone' ? `. Undone by ${upload.undone_by ?? 'staff'}: ${formatCount(upload.removed)} removed` : ''}
      {upload.state === 'undoing' ? `. The undo stopped after ${formatCount(upload.removed)}` : ''}
    </span>
  );
}
