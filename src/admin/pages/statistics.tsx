import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { readFormQuery } from '#admin/reads/form-queries.ts';
import { readRange, writeRange } from '#admin/statistics/date-range.ts';
import { MonthStatistics } from '#admin/statistics/month-statistics.tsx';
import { RangeSection } from '#admin/statistics/range-section.tsx';
import { statisticsQuery } from '#admin/statistics/statistics-queries.ts';
import { dates, useNow } from '#admin/ui/format/dates.tsx';
import { Page } from '#admin/ui/layout/page.tsx';
import { failedRead, LoadFailure, QuietRetry, readState } from '#admin/ui/states/page-state.tsx';
import { formIn } from './frame/form-address.tsx';
import { FormHeader } from './frame/form-header.tsx';

/** `…/statistics`: the statistics of a series or marketing form. The range of the line chart is kept in the address. */
export function StatisticsRoute() {
  const form = formIn(useParams());
  const read = useQuery(readFormQuery(form, 'visible'));
  const [params, setParams] = useSearchParams();
  const today = dates.key(useNow().toISOString());
  const statistics = useQuery(statisticsQuery(form, null));
  const failed = failedRead([read, statistics]);
  const Failure = readState(read) === 'failed' ? LoadFailure : QuietRetry;
  const isLoading = [read, statistics].some((each) => readState(each) === 'loading');
  return (
    <Page>
      <FormHeader read={read.data} current="statistics" state={readState(read) === 'ready' && isLoading ? 'loading' : readState(read)} />
      {failed === undefined ? (
        <>
          <MonthStatistics kind={form.kind} statistics={statistics.data} />
          <RangeSection
            key={form.id}
            form={form}
            range={readRange(params, today)}
            today={today}
            onRangeChange={(range) => setParams(writeRange(range, today), { replace: true, preventScrollReset: true })}
          />
        </>
      ) : (
        // A failed read of the statistics alone is only logged (ERR-12), so it has just a Retry button.
        <Failure read={failed} />
      )}
    </Page>
  );
}
