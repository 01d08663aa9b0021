import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '#admin/paths.ts';
import { LoadingNote } from '#admin/ui/loading-note.tsx';
import { PageHeader } from '#admin/ui/page-header.tsx';
import { type PageTab, PageTabs } from '#admin/ui/page-tabs.tsx';
import { knownTitle } from './series-queries.ts';

/** The parts of the series page that are pages of their own. */
type SeriesTab = 'events' | 'statistics' | 'modify-form';

interface SeriesHeaderProps {
  seriesId: string;
  /** As it was read; undefined while it loads or when it could not be read. */
  title: string | undefined;
  current: SeriesTab;
  state: 'loading' | 'ready' | 'failed';
  /** Outlined buttons at the right: the page's own, then `SeriesSettingsMenu`. */
  actions?: ReactNode;
}

function tabsOf(series: { title: string; id: string }, current: SeriesTab): PageTab[] {
  return [
    { label: 'Events', to: paths.series.page(series), kind: current === 'events' ? 'current' : 'inside' },
    { label: 'Statistics', to: paths.series.statistics(series), kind: current === 'statistics' ? 'current' : 'inside' },
    { label: 'Form', to: paths.series.publicForm(series), kind: 'outside' },
    { label: 'Modify Form', to: paths.series.modifyForm(series), kind: current === 'modify-form' ? 'current' : 'inside' },
  ];
}

/** The head of every page of a series: way back, title, tabs, actions (spec section 2). */
export function SeriesHeader({ seriesId, title, current, state, actions }: SeriesHeaderProps) {
  const queryClient = useQueryClient();
  const shownTitle = title ?? (state === 'failed' ? 'Series' : knownTitle(queryClient, seriesId));
  const series = { id: seriesId, title: shownTitle ?? '' };
  return (
    <PageHeader
      back={{ to: paths.home, label: 'Events Hub' }}
      title={shownTitle}
      note={state === 'loading' ? <LoadingNote /> : undefined}
      tabs={state === 'failed' ? undefined : <PageTabs label="Series" tabs={tabsOf(series, current)} />}
      actions={state === 'ready' ? actions : undefined}
    />
  );
}
