import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { SeriesHeader } from '#admin/features/event-series/series-header.tsx';
import { seriesQuery } from '#admin/features/event-series/series-queries.ts';
import { readRange, utcDay, writeRange } from '#admin/features/statistics/date-range.ts';
import { RangeSection } from '#admin/features/statistics/range-section.tsx';
import { SeriesStatistics } from '#admin/features/statistics/series-statistics.tsx';
import { statisticsQuery } from '#admin/features/statistics/statistics-queries.ts';
import { Page } from '#admin/ui/page.tsx';
import { QuietRetry } from '#admin/ui/quiet-retry.tsx';
import { useNow } from '#admin/ui/use-now.ts';
import { type FailedRead, failedRead } from '../failed-read.ts';
import { LoadFailure } from '../load-failure.tsx';
import { readState } from '../read-state.ts';
import { useLeaveDeleted } from '../use-leave-deleted.ts';
import { SeriesSettings } from './series-settings.tsx';

/** `…/statistics`: the statistics of a series (spec section 2). The range of its line chart stands in the address. */
export function SeriesStatisticsRoute() {
  const { eventseriesid: seriesId = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const today = utcDay(useNow());
  const series = useQuery(seriesQuery(seriesId, 'visible'));
  const statistics = useQuery(statisticsQuery(seriesId, null));
  const leave = useLeaveDeleted(`/events-series/${seriesId}`);
  const failed = failedRead([series, statistics]);
  const isLoading = [series, statistics].some((read) => readState(read) === 'loading');
  return (
    <Page>
      <SeriesHeader
        seriesId={seriesId}
        title={series.data?.title}
        current="statistics"
        state={readState(series) === 'ready' && isLoading ? 'loading' : readState(series)}
        actions={series.data === undefined ? null : <SeriesSettings series={series.data} showsDisabled={false} onDeleted={leave} />}
      />
      {failed === undefined ? (
        <>
          <SeriesStatistics statistics={statistics.data} />
          <RangeSection
            seriesId={seriesId}
            range={readRange(params, today)}
            today={today}
            onRangeChange={(range) => setParams(writeRange(range, today), { replace: true, preventScrollReset: true })}
          />
        </>
      ) : (
        <Failure read={failed} isOfSeries={readState(series) === 'failed'} />
      )}
    </Page>
  );
}

/** That the page of a series cannot be read is told; that its sign-ups cannot be is only logged, by the call (spec section 8). */
function Failure({ read, isOfSeries }: { read: FailedRead; isOfSeries: boolean }) {
  return isOfSeries ? <LoadFailure read={read} /> : <QuietRetry isRetrying={read.isFetching} onRetry={() => void read.refetch()} />;
}
