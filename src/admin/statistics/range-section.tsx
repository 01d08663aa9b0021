import { Box, Group, Skeleton, VisuallyHidden } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Ref, useRef } from 'react';
import { errorAt } from '#admin/api/api-error.ts';
import { Chip } from '#admin/ui/inputs/chip.tsx';
import { calendarProps } from '#admin/ui/inputs/date-field.tsx';
import { Section } from '#admin/ui/layout/section.tsx';
import { LazyPart, lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { QuietRetry, readState } from '#admin/ui/states/page-state.tsx';
import { ValuesTable } from '#admin/ui/table/values-table.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { LINE_CHART } from './chart-scale.ts';
import { type Comparison, comparisonOf, comparisonText, daysBefore, rangeName } from './compared-range.ts';
import { type DateRange, defaultRange, isDay, isSameRange, parseTypedDay, rangeChoices } from './date-range.ts';
import { dayFigures, type DayRecord, dayRecords, summaryOf } from './day-records.ts';
import { ExportMenu } from './export-menu.tsx';
import { RangeFigures } from './range-figures.tsx';
import { statisticsQuery } from './statistics-queries.ts';
import classes from './statistics.module.css';

interface RangeSectionProps {
  form: FormRef;
  range: DateRange | null;
  today: string;
  onRangeChange: (range: DateRange) => void;
}

/** The date range and its line chart. The server validates the range (STAT-14). */
export function RangeSection({ form, range, today, onRangeChange }: RangeSectionProps) {
  const chosen = useRangeRead(form, range, today);
  const chart = useRef<HTMLDivElement>(null);
  const { shown, all, read } = chosen;
  const errors = { from: errorAt(read.error, 'from'), to: errorAt(read.error, 'to') };
  const isRejected = errors.from !== undefined || errors.to !== undefined;
  const records = read.data === undefined ? undefined : dayRecords(read.data.days);
  return (
    <Box mt="xl">
      <Section
        title="Select Date Range"
        tools={
          // Without its padding, the text of the button is aligned with the content below.
          <Box ms="auto" me={-8}>
            <ExportMenu
              title={chosen.comparison === undefined ? 'Daily sign-ups' : `Daily sign-ups, ${rangeName(shown)}`}
              figures={read.isPlaceholderData ? undefined : records && dayFigures(records)}
              chart={chart}
            />
          </Box>
        }
      >
        <div className={classes.range} aria-busy={read.isPlaceholderData}>
          <Box miw={0}>
            <RangePicker range={shown} today={today} firstDay={all.from} errors={errors} onChange={onRangeChange} />
            {isRejected ? null : <ComparedFigures of={chosen} />}
            {records === undefined ? null : <RangeFacts records={records} />}
          </Box>
          {readState(read) === 'failed' && !isRejected ? (
            <QuietRetry read={read} />
          ) : (
            <DayChartCard ref={chart} records={records} isLoading={read.isPending} />
          )}
        </div>
      </Section>
    </Box>
  );
}

const ComparedFigures = ({ of: { shown, all, comparison, read } }: { of: ReturnType<typeof useRangeRead> }) =>
  comparison === undefined ? null : (
    <RangeFigures
      range={read.data?.range}
      before={isSameRange(shown, all) ? undefined : read.data?.before}
      text={comparisonText(shown, all, comparison)}
    />
  );

function comparisonFor(range: DateRange | null, shown: DateRange, today: string): Comparison | undefined {
  if (range === null) return daysBefore(shown);
  return isDay(shown.from) && isDay(shown.to) ? comparisonOf(shown, today) : undefined;
}

function useRangeRead(form: FormRef, range: DateRange | null, today: string) {
  const shown = range ?? defaultRange(today);
  const comparison = comparisonFor(range, shown, today);
  const read = useQuery({ ...statisticsQuery(form, range, comparison?.before), placeholderData: keepPreviousData });
  const firstMonth = read.data?.months.at(-1)?.month;
  return { shown, all: rangeChoices(today, firstMonth && `${firstMonth}-01`).at(-1)?.range ?? shown, comparison, read };
}

const FACTS = { gridTemplateColumns: '9.5rem minmax(0, 1fr)', gap: '4px 0' };

function RangeFacts({ records }: { records: readonly DayRecord[] }) {
  const { total, busiest, emptyDays } = summaryOf(records);
  return (
    <Box component="dl" display="grid" mt={24} fz="sm" lh="sm" style={FACTS} data-figures>
      <dt data-text="second">Sign-ups</dt>
      <dd>
        <strong data-text="strong">{formatCount(total)}</strong>
        {` in ${counted(records.length, 'day')}`}
      </dd>
      {busiest === undefined ? null : (
        <>
          <dt data-text="second">Busiest day</dt>
          <dd>
            <strong data-text="strong">{formatCount(busiest.count)}</strong>
            {` on ${busiest.fullDate}`}
          </dd>
        </>
      )}
      <dt data-text="second">Days without sign-ups</dt>
      <dd>{formatCount(emptyDays)}</dd>
    </Box>
  );
}

const DayChart = lazyPart(async () => (await import('./day-chart.tsx')).DayChart);

interface DayChartCardProps {
  records: readonly DayRecord[] | undefined;
  isLoading: boolean;
  ref?: Ref<HTMLDivElement>;
}

function DayChartCard({ records, isLoading, ref }: DayChartCardProps) {
  const skeleton = <Skeleton h={LINE_CHART.height} maw={LINE_CHART.width} />;
  const hasSignUps = records?.some(({ count }) => count > 0) === true;
  return (
    <Box ref={ref} w="100%" maw={534} p={16} style={{ boxShadow: 'var(--t-shadow-card)' }} data-box="card">
      {isLoading ? skeleton : null}
      {isLoading || hasSignUps ? null : (
        <Group component="p" gap={0} justify="center" wrap="nowrap" ta="center" data-text="note" style={{ height: LINE_CHART.height }}>
          No submission data available.
        </Group>
      )}
      {!isLoading && hasSignUps ? (
        <>
          <LazyPart waiting={skeleton}>
            <DayChart records={records} />
          </LazyPart>
          <ValuesTable caption="Sign-ups by day" {...dayFigures(records)} />
        </>
      ) : null}
    </Box>
  );
}

interface RangePickerProps {
  range: DateRange;
  today: string;
  firstDay: string;
  errors: { readonly from: string | undefined; readonly to: string | undefined };
  onChange: (range: DateRange) => void;
}

const RangePicker = ({ range, today, firstDay, errors, onChange }: RangePickerProps) => (
  <>
    <div data-pair data-phone="stacked">
      <RangeDay label="Start date" today={today} day={range.from} error={errors.from} onChange={(from) => onChange({ ...range, from })} />
      <RangeDay label="End date" today={today} day={range.to} error={errors.to} onChange={(to) => onChange({ ...range, to })} />
    </div>
    <Group component="fieldset" gap="sm" mt="md">
      <VisuallyHidden component="legend">Preset ranges</VisuallyHidden>
      {rangeChoices(today, firstDay).map((choice) => (
        <Chip key={choice.label} aria-pressed={isSameRange(choice.range, range)} onClick={() => onChange(choice.range)}>
          {choice.label}
        </Chip>
      ))}
    </Group>
  </>
);

interface RangeDayProps {
  label: string;
  today: string;
  day: string;
  error: string | undefined;
  onChange: (day: string) => void;
}

const RangeDay = ({ label, today, day, error, onChange }: RangeDayProps) => (
  <DateInput
    {...calendarProps(today)}
    label={label}
    value={isDay(day) ? day : null}
    error={error}
    onChange={(chosen) => {
      if (chosen !== null && chosen !== day) onChange(chosen);
    }}
    dateParser={parseTypedDay}
    valueFormat="D MMM YYYY"
    placeholder="21 Oct 2026"
    popoverProps={{ attributes: { dropdown: { 'aria-label': label, role: 'dialog' } } }}
  />
);
