import { Button, Progress, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { showAdded } from '#admin/reads/submission-queries.ts';
import { call } from '#admin/session/call.ts';
import { CancelButton, Dialog, DialogFoot, Failure } from '#admin/ui/dialogs/dialog.tsx';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { type AttendeeImport, importCalls, type UndoneImport } from '#contract/attendees/attendee-import.ts';
import type { EventScope } from '#contract/forms/form-ref.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { UPLOAD_UNDONE } from '#contract/texts/import.ts';
import { CANNOT_BE_UNDONE } from '#contract/texts/staff.ts';
import { importsQuery } from '../import-queries.ts';
import classes from './undo-dialog.module.css';

const PROGRESS_INTERVAL_MS = 500;

const stays = (count: number): string => counted(count, 'stays', 'stay');

interface UndoDialogProps {
  scope: EventScope;
  importId: string;
  /** How many people the upload updated, where that is known. */
  updated?: number;
  onUndone?: (undone: UndoneImport) => void;
}

/** Asks before an upload is undone, shows how far it is, and then who stays, if anyone. */
export function UndoDialog({ scope, importId, updated, onUndone }: UndoDialogProps) {
  const close = useCloseDialog();
  const queryClient = useQueryClient();
  const undo = useMutation({
    mutationFn: () => call(importCalls.undoImport, { params: { ...scope, importId } }),
    onSettled: () => showAdded(queryClient, scope),
    onSuccess: (undone) => {
      onUndone?.(undone);
      if (undone.kept_count === 0) close();
    },
  });
  const list = useQuery({
    ...importsQuery(scope),
    refetchInterval: undo.isPending ? PROGRESS_INTERVAL_MS : false,
  });
  const upload = list.data?.find(({ id }) => id === importId);
  const title = undo.isSuccess ? UPLOAD_UNDONE : `Undo the upload ‘${upload?.file_name ?? '…'}’?`;
  return (
    <Dialog title={title} isPending={undo.isPending} onClose={close}>
      {undo.data === undefined ? (
        <UndoQuestion upload={upload} updated={updated} isPending={undo.isPending} failure={failureOf(undo.error ?? list.error, upload)} />
      ) : (
        <Result undone={undo.data} />
      )}
      <DialogFoot>
        <CancelButton data-autofocus>{undo.isSuccess ? 'Close' : 'Cancel'}</CancelButton>
        {undo.isSuccess ? null : (
          <Button color="red" loading={undo.isPending} disabled={upload === undefined} onClick={() => undo.mutate()}>
            Undo upload
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

function failureOf(error: Error | null, upload: AttendeeImport | undefined): string | undefined {
  if (error === null) return undefined;
  if (upload?.state !== 'undoing') return messageOf(error);
  return `${messageOf(error)} Stopped after ${formatCount(upload.removed)} of ${formatCount(upload.removed + upload.untouched)}. Undo continues where it stopped.`;
}

interface UndoQuestionProps extends Pick<UndoDialogProps, 'updated'> {
  upload: AttendeeImport | undefined;
  isPending: boolean;
  failure: string | undefined;
}

function UndoQuestion({ upload, updated, isPending, failure }: UndoQuestionProps) {
  if (upload === undefined) return failure === undefined ? <Skeleton h={40} /> : <Failure>{failure}</Failure>;
  const kept = upload.added - upload.removed - upload.untouched;
  const percent = Math.floor((upload.removed / Math.max(1, upload.removed + upload.untouched)) * 100);
  return (
    <>
      <Text mb={8} data-text="note">
        {counted(upload.untouched, 'attendee is', 'attendees are')} removed.{' '}
        {kept > 0 ? `${stays(kept)}, since somebody has worked with them.` : ''}
        {updated === 0 ? null : ' People updated by the upload stay and keep their new answers.'}
      </Text>
      <Text mb={8} data-text="note">
        {CANNOT_BE_UNDONE}
      </Text>
      {isPending ? (
        <Progress.Root transitionDuration={0} mt={16}>
          <Progress.Section
            value={percent}
            aria-label="Attendees that were removed"
            aria-valuetext={`${formatCount(upload.removed)} of ${formatCount(upload.removed + upload.untouched)}`}
          />
        </Progress.Root>
      ) : null}
      <Failure>{failure}</Failure>
    </>
  );
}

function Result({ undone: { removed, kept, kept_count: keptCount } }: { undone: UndoneImport }) {
  return (
    <div role="status">
      <Text mb={8} data-text="note">
        {counted(removed, 'attendee was', 'attendees were')} removed. {keptCount === 0 ? '' : `${stays(keptCount)}:`}
      </Text>
      {kept.length === 0 ? null : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <section className={classes.kept} data-box="frame" data-ruled data-breaks tabIndex={0} aria-label="Attendees who stay">
          <ul data-ruled>
            {kept.map(({ id, name, email, reason }) => (
              <li key={id}>
                <strong data-text="strong" dir="auto">
                  {name}
                </strong>{' '}
                <span dir="auto">{email}</span>
                <div data-text="quiet">{reason}</div>
              </li>
            ))}
          </ul>
          {keptCount > kept.length ? <p>and {formatCount(keptCount - kept.length)} more</p> : null}
        </section>
      )}
    </div>
  );
}
