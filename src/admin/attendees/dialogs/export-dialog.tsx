import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { stored } from '#admin/browser-storage.ts';
import { type AttendeeListParams, listQuery, orderQuery } from '#admin/reads/submission-queries.ts';
import { download } from '#admin/session/call.ts';
import { Dialog, DialogFoot } from '#admin/ui/dialogs/dialog.tsx';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { startOfToday } from '#admin/ui/format/dates.tsx';
import { Choice, optionsOf } from '#admin/ui/inputs/choice.tsx';
import { IconDownload } from '#admin/ui/layout/tool-icons.tsx';
import { saveFile } from '#admin/ui/save-file.ts';
import { showError } from '#admin/ui/states/show-alert.tsx';
import { attendeeCallsOf } from '#contract/attendees/attendee-calls.ts';
import type { ExportQuery } from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';

const FORMATS = optionsOf({ xlsx: 'Excel', csv: 'CSV' });
const ORDERS = optionsOf({ list: 'As in the list', name: 'By last name', first_name: 'By first name' });

const remembered = stored('turnout:export', z.enum(['xlsx', 'csv']), 'local');

interface FileDialogProps {
  what: string;
  read: (file: Pick<ExportQuery, 'format' | 'utc_offset'>) => ReturnType<typeof download>;
  children?: ReactNode;
}

/** Asks in which format to export something. */
export function FileDialog({ what, read, children }: FileDialogProps) {
  const [format, setFormat] = useState(() => remembered.read() ?? 'xlsx');
  const close = useCloseDialog();
  const { mutate, isPending } = useMutation({
    // For the viewer's date in the name of the file.
    mutationFn: () => read({ format, utc_offset: -new Date().getTimezoneOffset() }),
    onSuccess: ({ blob, fileName }) => {
      remembered.write(format);
      saveFile(blob, fileName);
      close();
    },
    onError: (error) => showError('The export failed.', error),
  });
  return (
    <Dialog title={`Export ${what}`} isPending={isPending}>
      <Stack gap="md">
        <Choice label="File" data={FORMATS} value={format} onChange={setFormat} />
        <p data-text="note">
          {format === 'xlsx'
            ? 'To open in Excel, Numbers or LibreOffice: headings in words, times as dates.'
            : 'For other programs: keys as headings, and the same columns in the same order every time.'}
        </p>
        {children}
      </Stack>
      <DialogFoot>
        <Button data-autofocus leftSection={<IconDownload />} loading={isPending} onClick={() => mutate()}>
          Export
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

interface ExportDialogProps {
  what: string;
  scope: AttendeeScope;
  list: AttendeeListParams;
  /** The chosen attendees; by default the whole list. */
  ids?: readonly string[];
}

export function ExportDialog({ what, scope, list, ids }: ExportDialogProps) {
  const [order, setOrder] = useState<(typeof ORDERS)[number]['value']>('list');
  const calls = attendeeCallsOf[scope.kind];
  const read: FileDialogProps['read'] = async (format) => {
    const sorted = order === 'list' ? list : { ...list, sort: order, direction: 'asc' as const };
    const file = { ...format, registration: list.registration };
    return ids === undefined
      ? download(calls.exportAll, { params: scope, query: { ...listQuery(sorted, startOfToday(new Date())), ...file } })
      : download(calls.exportChosen, { params: scope, query: { ...orderQuery(sorted), ...file }, body: { ids: [...ids] } });
  };
  return (
    <FileDialog what={what} read={read}>
      <Choice label="Order" data={ORDERS} value={order} onChange={setOrder} />
    </FileDialog>
  );
}
