import { useState } from 'react';
import { z } from 'zod';
import { errorAt, messageOf } from '#admin/api/api-error.ts';
import { useKeptDraft, useOldDraft } from '#admin/api/use-draft.ts';
import { TitleDialog } from '#admin/ui/title-dialog.tsx';
import { useAddSeries } from './series-mutations.ts';

const draftSchema = z.string();

interface AddSeriesDialogProps {
  opened: boolean;
  onClose: () => void;
  onAdded: (series: { id: string; title: string }) => void;
}

/** Asks for the title of a new series and adds it. */
export function AddSeriesDialog({ opened, onClose, onAdded }: AddSeriesDialogProps) {
  const addSeries = useAddSeries();
  const draft = useOldDraft('new-series', draftSchema);
  const [title, setTitle] = useState(draft ?? '');
  useKeptDraft('new-series', () => (opened && title !== '' ? title : undefined));
  const titleError = errorAt(addSeries.error, 'title');
  const handleClose = () => {
    addSeries.reset();
    setTitle('');
    onClose();
  };
  return (
    <TitleDialog
      opened={opened}
      heading="New event series"
      description="Stands on the form and in its address"
      title={title}
      isPending={addSeries.isPending}
      titleError={titleError}
      failure={addSeries.isError && titleError === undefined ? messageOf(addSeries.error) : undefined}
      onTitleChange={setTitle}
      onSubmit={(chosen) => addSeries.mutate({ title: chosen }, { onSuccess: onAdded })}
      onClose={handleClose}
    />
  );
}
