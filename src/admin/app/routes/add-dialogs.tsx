import { useNavigate, useSearchParams } from 'react-router';
import { AddSeriesDialog } from '#admin/features/event-series/add-series-dialog.tsx';
import { AddFeedbackDialog } from '#admin/features/feedback/add-feedback-dialog.tsx';
import { AddFormDialog } from '#admin/features/marketing-forms/add-form-dialog.tsx';
import { paths } from '#admin/paths.ts';

/** What the dashboard can add. */
type Addable = 'series' | 'form' | 'feedback';

/** Which dialog of the dashboard is open: it stands in the address, as `?add=series`. */
export function useAdding() {
  const [params, setParams] = useSearchParams();
  return {
    adding: params.get('add'),
    setAdding: (adding: Addable | undefined) => setParams(adding === undefined ? {} : { add: adding }, { replace: true }),
  };
}

/** The dialogs behind the add-cards of the dashboard (spec section 2); each leads to what it added. */
export function AddDialogs() {
  const navigate = useNavigate();
  const { adding, setAdding } = useAdding();
  const close = () => setAdding(undefined);
  return (
    <>
      <AddSeriesDialog opened={adding === 'series'} onClose={close} onAdded={(series) => void navigate(paths.series.page(series))} />
      <AddFormDialog opened={adding === 'form'} onClose={close} onAdded={(form) => void navigate(paths.form.page(form))} />
      <AddFeedbackDialog opened={adding === 'feedback'} onClose={close} onAdded={(list) => void navigate(paths.feedback(list.id))} />
    </>
  );
}
