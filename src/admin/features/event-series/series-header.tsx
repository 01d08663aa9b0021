import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '#admin/paths.ts';
import { LoadingNote } from '#admin/ui/feedback/loading-note.tsx';
import { PageHeader } from '#admin/ui/layout/page-header.tsx';
import { type PageTab, PageTabs } from '#admin/ui/layout/page-tabs.tsx';
import { knownTitle } from './series-queries.ts';

/** The pages of a series that the header links to. */
type SeriesPart = 'events' | 'disabled-events' | 'statistics' | 'modify-form';

interface SeriesHeaderProps {
  seriesId: string;
  /** Undefined while it loads or when it could not be read. */
  title: string | undefined;
  current: SeriesPart;
  state: 'loading' | 'ready' | 'failed';
  /** Outlined buttons at the right: those of the page, then `SeriesSettingsMenu`. */
  actions?: ReactNode;
}

function tabsOf(series: { title: string; id: string }, current: SeriesPart): PageTab[] {
  return [
    { label: 'Events', to: paths.series.page(series), kind: ['events', 'disabled-events'].includes(current) ? 'current' : 'inside' },
    { label: 'Statistics', to: paths.series.statistics(series), kind: current === 'statistics' ? 'current' : 'inside' },
    { label: 'Form', to: paths.series.publicForm(series), kind: 'outside' },
    { label: 'Modify Form', to: paths.series.modifyForm(series), kind: current === 'modify-form' ? 'current' : 'inside' },
  ];
}

/** The header of every page of a series: back link to the parent of its address, title, tabs, actions. */
export function SeriesHeader({ seriesId, title, current, state, actions }: SeriesHeaderProps) {
  const queryClient = useQueryClient();
  const shownTitle = title ?? (state === 'failed' ? 'Series' : knownTitle(queryClient, seriesId));
  const series = { id: seriesId, title: shownTitle ?? '' };
  return (
    <PageHeader
      back={
        current === 'events' ? { to: paths.home, label: 'Events Hub' } : { to: paths.series.page(series), label: shownTitle ?? 'Series' }
      }
      title={shownTitle}
      note={state === 'loading' ? <LoadingNote /> : undefined}
      tabs={state === 'failed' ? undefined : <PageTabs label="Series" tabs={tabsOf(series, current)} />}
      actions={state === 'ready' ? actions : undefined}
    />
  );
}
