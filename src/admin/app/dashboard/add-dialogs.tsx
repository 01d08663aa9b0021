import { useMounted } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import { AddSeriesDialog } from '#admin/features/event-series/add-series-dialog.tsx';
import { AddFeedbackDialog } from '#admin/features/feedback/add-feedback-dialog.tsx';
import { AddFormDialog } from '#admin/features/marketing-forms/add-form-dialog.tsx';
import { paths } from '#admin/paths.ts';
import { useAdding } from './use-adding.ts';

/** The dialogs that the dashboard's add-cards open; each leads to the page of what it added. */
export function AddDialogs() {
  const navigate = useNavigate();
  const { adding, setAdding } = useAdding();
  // A dialog that is open on its first render would not return the focus.
  const opened = useMounted() ? adding : null;
  const close = () => setAdding(undefined);
  return (
    <>
      <AddSeriesDialog opened={opened === 'series'} onClose={close} onAdded={(series) => void navigate(paths.series.page(series))} />
      <AddFormDialog opened={opened === 'form'} onClose={close} onAdded={(form) => void navigate(paths.form.page(form))} />
      <AddFeedbackDialog opened={opened === 'feedback'} onClose={close} onAdded={(list) => void navigate(paths.feedback(list.id))} />
    </>
  );
}
