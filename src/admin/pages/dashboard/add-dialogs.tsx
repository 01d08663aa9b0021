import { useMounted } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import { call } from '#admin/api/call.ts';
import { paths } from '#admin/paths.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { api } from '#contract/api.ts';
import { AddDialog } from './add-dialog.tsx';
import { useAdding } from './use-adding.ts';

const ON_THE_FORM = 'Shown on the form and in its link';

/** The dialogs that the dashboard's add-cards open; each leads to the page of what it added. */
export function AddDialogs() {
  const navigate = useNavigate();
  const { adding, setAdding } = useAdding();
  // A dialog that is open on its first render would not return the focus.
  const opened = useMounted() ? adding : null;
  const close = () => setAdding(undefined);
  return (
    <>
      <AddDialog
        draft="new-series"
        heading="New event series"
        description={ON_THE_FORM}
        add={(sent) => call(api.addEventSeries, sent)}
        cardsKey={queryKeys.seriesCards}
        opened={opened === 'series'}
        onClose={close}
        onAdded={(series) => void navigate(paths.series.page(series))}
      />
      <AddDialog
        draft="new-form"
        heading="New form"
        description={ON_THE_FORM}
        add={(sent) => call(api.addForm, sent)}
        cardsKey={queryKeys.formCards}
        opened={opened === 'form'}
        onClose={close}
        onAdded={(form) => void navigate(paths.marketing.page(form))}
      />
      <AddDialog
        draft="new-feedback-list"
        heading="New feedback list"
        description="The website or page that the feedback is about"
        add={(sent) => call(api.addFeedbackList, sent)}
        cardsKey={queryKeys.feedbackCards}
        opened={opened === 'feedback'}
        onClose={close}
        onAdded={(list) => void navigate(paths.feedback(list.id))}
      />
    </>
  );
}
