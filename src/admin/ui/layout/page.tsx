import { Box, Group, Skeleton, Stack } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Fragment, type MouseEventHandler, type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#admin/paths.ts';
import { recordPage } from '#admin/recent-pages.ts';
import { Loaded, type LoadedProps, LoadingNote, readState } from '../states/page-state.tsx';
import { IconArrowLeft } from './icons.tsx';
import classes from './page.module.css';

/** The column that holds a screen: 1200 wide at most. Contains a `PageHeader` and the content. */
export const Page = ({ children }: { children: ReactNode }) => (
  <main className={classes.page} id="main">
    {children}
  </main>
);

const PRODUCT = 'Turnout';
const TO_DASHBOARD = { to: paths.home, label: 'Events Hub' };

interface PageHeaderProps {
  title: string | undefined;
  /** Its name in the browser's tab and among the recent pages, if the title alone is ambiguous. */
  recorded?: string | undefined;
  /** The heading if the title could not be read. */
  noun?: string;
  /** Default: to the dashboard; null if there is no way back. `shown` replaces a label that is also the page's title. */
  back?: { to: string; label: string; shown?: string; onClick?: MouseEventHandler } | null | undefined;
  subtitle?: ReactNode;
  isLoading?: boolean;
  note?: ReactNode | undefined;
  actions?: ReactNode;
  tabs?: ReactNode;
}

/** The head of every page. Its heading exists in every state, since it gets the focus after a navigation. */
export function PageHeader({ back = TO_DASHBOARD, ...head }: PageHeaderProps) {
  const { title: read, noun, subtitle, isLoading, note, actions, tabs } = head;
  const title = read ?? (isLoading ? undefined : noun);
  const shownNote = isLoading ? <LoadingNote /> : note;
  useTabTitle({ ...head, title, back });
  useRecordedPage({ ...head, back });
  return (
    <Box component="header" mb={24} data-breaks>
      <BackLink back={back} />
      <div className={classes.row}>
        <div className={classes.titles} data-row="baseline wrap">
          <PageHeading title={title} />
          {shownNote === undefined ? null : (
            <Group gap="0 16px" align="stretch" data-text="small-quiet">
              {shownNote}
            </Group>
          )}
          {subtitle === undefined ? null : (
            <Box component="p" flex="1 0 100%" data-text="second">
              {subtitle}
            </Box>
          )}
        </div>
        {actions === undefined ? null : (
          <div className={classes.actions} data-fixed data-row>
            {actions}
          </div>
        )}
      </div>
      {tabs === undefined ? null : <Box mt={8}>{tabs}</Box>}
    </Box>
  );
}

/** A page with its data, and a header that shows when it is loading. */
export const ReadPage = <Data,>({ read, skeleton, children, ...head }: Omit<PageHeaderProps, 'isLoading'> & LoadedProps<Data>) => (
  <Page>
    <PageHeader {...head} isLoading={readState(read) === 'loading'} />
    <Loaded read={read} skeleton={skeleton}>
      {children}
    </Loaded>
  </Page>
);

const PageHeading = ({ title }: { title: string | undefined }) => (
  <h1 className={classes.title} tabIndex={-1} dir="auto" aria-label={title === undefined ? 'Loading' : undefined}>
    {title ?? <Skeleton component="span" display="inline-block" w={264} h={24} style={{ verticalAlign: -4 }} />}
  </h1>
);

const BackLink = ({ back }: Required<Pick<PageHeaderProps, 'back'>>) =>
  back ? (
    <Link to={back.to} className={classes.back} data-hover="line" data-row="close top" data-text="second" onClick={back.onClick}>
      <IconArrowLeft aria-hidden="true" />
      <bdi>{back.shown ?? back.label}</bdi>
    </Link>
  ) : null;

/** Names the page in the browser's tab, and the page that it belongs to. */
function useTabTitle({ title, recorded = title, back }: PageHeaderProps): void {
  const parent = back === TO_DASHBOARD ? undefined : back?.label;
  const names = title === undefined ? [] : [recorded, parent];
  useDocumentTitle([...names, PRODUCT].filter((name) => name !== undefined).join(' - '));
}

/** Adds the page to the recent ones, by its title; a page without a way back is the dashboard. */
function useRecordedPage({ title: read, recorded: title = read, back, isLoading = false }: PageHeaderProps): void {
  const { pathname: path } = useLocation();
  const parent = back?.label;
  useEffect(() => {
    if (title !== undefined && parent !== undefined && !isLoading) recordPage({ path, title, parent });
  }, [path, title, parent, isLoading]);
}

/** The same part repeated, such as the lines of a skeleton. */
export const repeated = (times: number, part: ReactNode): ReactNode[] =>
  Array.from({ length: times }, (_, index) => <Fragment key={String(index)}>{part}</Fragment>);

/** The skeleton of a list in a card. */
export const RowsSkeleton = ({ inset = 16 }: { inset?: number }) => (
  <div data-box="card" data-ruled aria-hidden="true">
    {repeated(
      4,
      <Stack gap="sm" px={inset} py={14}>
        <Skeleton h={14} w="40%" />
        <Skeleton h={12} w="65%" />
      </Stack>,
    )}
  </div>
);
