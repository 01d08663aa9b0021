import { Box, Button, Progress, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { useProgress } from '#admin/live/use-progress.ts';
import { followsOf, queryKeys } from '#admin/reads/query-keys.ts';
import { importsQuery, invalidateCounts, showAdded } from '#admin/reads/submission-queries.ts';
import { call } from '#admin/session/call.ts';
import { Dialog, DialogFoot, Failure } from '#admin/ui/dialogs/dialog.tsx';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { type AttendeeImport, importCalls } from '#contract/attendees/attendee-import.ts';
import type { EventScope } from '#contract/forms/form-ref.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { CANNOT_BE_UNDONE } from '#contract/texts/staff.ts';

const stays = (count: number): string => counted(count, 'stays', 'stay');

function useUndo(scope: EventScope, importId: string) {
  const imports = importsQuery(scope);
  const hasEndedImmediately = useRef(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(importCalls.undoImport, { params: { ...scope, importId } }),
    // The dialog may have been closed in the meantime.
    onSettled: (answer) => {
      hasEndedImmediately.current = answer?.state === 'undone';
      return (hasEndedImmediately.current ? showAdded : invalidateCounts)(scope);
    },
  });
  const list = useQuery(imports);
  const upload = list.data?.find(({ id }) => id === importId);
  const isUnderWay = upload?.state === 'undoing';
  useProgress(imports.queryKey, `event/${scope.eventId}`, isUnderWay);
  const isUndone = upload?.state === 'undone';
  const showLeft = useEffectEvent(() => void showAdded(scope));
  useEffect(() => {
    if (isUndone && !hasEndedImmediately.current) showLeft();
  }, [isUndone]);
  const failure = error ?? list.error;
  return { upload, mutate, isPending: isPending || isUnderWay, failure: failure === null ? undefined : messageOf(failure) };
}

export function UndoDialog({ scope, importId }: { scope: EventScope; importId: string }) {
  const close = useCloseDialog();
  const { upload, mutate, isPending, failure } = useUndo(scope, importId);
  const undone = upload?.state === 'undone' ? upload : undefined;
  const isAllGone = undone?.kept === 0;
  useEffect(() => {
    if (isAllGone) close();
  }, [isAllGone, close]);
  if (undone !== undefined)
    return (
      <Dialog title="The upload was undone" onClose={close}>
        <Result scope={scope} upload={undone} />
        <DialogFoot stay="Close" isFirst />
      </Dialog>
    );
  return (
    <Dialog title={`Undo the upload ‘${upload?.file_name ?? '…'}’?`} onClose={close}>
      <UndoQuestion upload={upload} isPending={isPending} failure={failure} />
      <DialogFoot stay={isPending ? 'Close' : 'Cancel'} isFirst>
        <Button color="red" loading={isPending} disabled={upload === undefined} onClick={() => mutate()}>
          Undo upload
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

interface UndoQuestionProps {
  upload: AttendeeImport | undefined;
  isPending: boolean;
  failure: string | undefined;
}

function UndoQuestion({ upload, isPending, failure }: UndoQuestionProps) {
  if (upload === undefined) return failure === undefined ? <Skeleton h={40} /> : <Failure>{failure}</Failure>;
  const kept = upload.added - upload.removed - upload.untouched;
  const percent = Math.floor((upload.removed / Math.max(1, upload.removed + upload.untouched)) * 100);
  return (
    <>
      <Text mb={8} data-text="note">
        {`${counted(upload.untouched, 'attendee')} will be removed. ${kept > 0 ? `${stays(kept)} because they have been edited since.` : ''}`}
        {upload.updates === 0 ? null : <span> Anyone it updated stays, with their new answers.</span>}
      </Text>
      <p data-text="note">{CANNOT_BE_UNDONE}</p>
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

function Result({ scope, upload: { id: importId, removed, kept: keptCount } }: { scope: EventScope; upload: AttendeeImport }) {
  const count = keptCount ?? 0;
  const { data: kept = [] } = useQuery({
    queryKey: [...queryKeys.submissions(scope), 'imports', importId, 'kept'],
    meta: { follows: followsOf(scope) },
    queryFn: ({ signal }) => call(importCalls.listKept, { params: { ...scope, importId }, signal }),
    enabled: count > 0,
  });
  return (
    <div role="status">
      <Text mb={8} data-text="note">
        {`${counted(removed, 'attendee was', 'attendees were')} removed. ${count === 0 ? '' : `${stays(count)}:`}`}
      </Text>
      {kept.length === 0 ? null : (
        <Box
          component="section"
          mah="16rem"
          fz="sm"
          lh="sm"
          style={{ overflow: 'auto' }}
          data-box="frame"
          data-ruled
          data-breaks
          tabIndex={0} // A scrolling area must be reachable by keyboard.
          aria-label="Attendees who stay"
        >
          <ul data-ruled>
            {kept.map(({ id, name, email, reason }) => (
              <Box component="li" key={id} px={12} py={8}>
                <strong data-text="strong" dir="auto">
                  {name}
                </strong>{' '}
                <span dir="auto">{email}</span>
                <div data-text="quiet">{reason}</div>
              </Box>
            ))}
          </ul>
          {count > kept.length ? <Box component="p" px={12} py={8}>{`and ${formatCount(count - kept.length)} more`}</Box> : null}
        </Box>
      )}
    </div>
  );
}
