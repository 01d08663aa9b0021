import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { DeleteCardDialog } from '#admin/ui/dialogs/delete-card-dialog.tsx';
import { TELL_NOBODY, tellBody, TellChoice } from '#admin/ui/dialogs/tell-choice.tsx';
import { showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { api } from '#contract/api.ts';
import type { Series, SeriesLosses } from '#contract/forms/event-series.ts';
import { areTold, tellOfCancellation } from '#contract/texts/announcement.ts';
import { counted } from '#contract/texts/counts.ts';

function Loss({ losses: { events, submissions, fields } }: { losses: SeriesLosses }) {
  return (
    <>
      <strong>
        {counted(events, 'event')} and {counted(submissions, 'sign-up')} are lost.
      </strong>{' '}
      The settings and the form{fields === 0 ? '' : ` with its ${counted(fields, 'field')}`} go too, and its public page closes.
    </>
  );
}

/** Asks before a series is deleted, and says what is deleted with it, as counted now. */
export function DeleteSeriesDialog({ series, onDeleted }: { series: Pick<Series, 'id' | 'title'>; onDeleted: () => void }) {
  const params = { id: series.id };
  const losses = useQuery({
    queryKey: queryKeys.seriesLosses(series.id),
    queryFn: ({ signal }) => call(api.countSeriesLosses, { params, signal }),
    staleTime: 0,
  });
  const [answer, setAnswer] = useState(TELL_NOBODY);
  const toTell = losses.data?.to_tell ?? 0;
  const remove = async () => {
    const { told: count = 0 } = await call(api.deleteEventSeries, { params, body: tellBody(answer) });
    if (count > 0) showSuccess({ title: areTold(count) });
  };
  return (
    <DeleteCardDialog
      card={series}
      remove={remove}
      readsKey={queryKeys.series(series.id)}
      cardsKey={queryKeys.seriesCards}
      losses={losses.data === undefined ? 'All its events and their sign-ups are lost.' : <Loss losses={losses.data} />}
      go="Delete series"
      onDeleted={onDeleted}
    >
      {toTell === 0 ? null : <TellChoice label={tellOfCancellation(toTell)} answer={answer} onChange={setAnswer} />}
    </DeleteCardDialog>
  );
}
