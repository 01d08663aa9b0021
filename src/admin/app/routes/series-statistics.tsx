import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { seriesQuery } from '#admin/features/event-series/series-queries.ts';
import { readRange, utcDay, writeRange } from '#admin/features/statistics/date-range.ts';
import { RangeSection } from '#admin/features/statistics/range-section.tsx';
import { SeriesStatistics } from '#admin/features/statistics/series-statistics.tsx';
import { statisticsQuery } from '#admin/features/statistics/statistics-queries.ts';
import { QuietRetry } from '#admin/ui/feedback/quiet-retry.tsx';
import { useNow } from '#admin/ui/format/use-now.ts';
import { Page } from '#admin/ui/layout/page.tsx';
import { FormHeader } from '../form-header.tsx';
import { type FailedRead, failedRead, LoadFailure, readState } from '../loaded.tsx';
import { SeriesSettings } from '../series-page/series-settings.tsx';

/** `…/statistics`: the statistics of a series. The range of its line chart is kept in the address. */
export function SeriesStatisticsRoute() {
  const { eventseriesid: seriesId = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const today = utcDay(useNow());
  const series = useQuery(seriesQuery(seriesId, 'visible'));
  const statistics = useQuery(statisticsQuery(seriesId, null));
  const failed = failedRead([series, statistics]);
  const isLoading = [series, statistics].some((read) => readState(read) === 'loading');
  return (
    <Page>
      <FormHeader
        form={{ kind: 'series', id: seriesId }}
        title={series.data?.title}
        current="statistics"
        state={readState(series) === 'ready' && isLoading ? 'loading' : readState(series)}
        actions={series.data === undefined ? null : <SeriesSettings series={series.data} showsDisabled={false} />}
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

/** A failed read of the series is shown; a failed read of its statistics is only logged (ERR-12), so it has just a Retry button. */
function Failure({ read, isOfSeries }: { read: FailedRead; isOfSeries: boolean }) {
  return isOfSeries ? <LoadFailure read={read} /> : <QuietRetry isRetrying={read.isFetching} onRetry={() => void read.refetch()} />;
}
