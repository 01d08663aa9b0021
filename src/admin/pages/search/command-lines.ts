import type { RecentPage } from '#admin/recent-pages.ts';
import type { useMay } from '#admin/session/session.ts';
import { toolsOf } from '#admin/ui/actions/use-actions.tsx';
import { THEMES } from '#admin/ui/layout/themes.ts';
import { searchWords } from '#contract/rules/search-words.ts';
import { counted } from '#contract/texts/counts.ts';
import { MAILINGS } from '#contract/texts/mailings.ts';
import { COMMANDS } from '../app-actions.tsx';
import { markedParts } from './marked.tsx';
import type { SearchGroup, SearchLine } from './search-lines.ts';

const RECENT_MAX = 3;
const OF_A_FORM = /\/(events-series|form)\/[^/]+$/;

function namesOf({ path, title, parent }: RecentPage): { title: string; about: string } {
  if (/\/events-series\/[^/]+$/.test(path)) return { title, about: 'Event series' };
  if (/\/form\/[^/]+$/.test(path)) return { title, about: 'Form' };
  if (path.startsWith('/feedback/')) return { title, about: 'Website feedback' };
  return { title, about: parent ?? '' };
}

/** `Opened yesterday`. `dayOf` puts a moment into words, so that equal words are the same day. */
function openedNote(openedAt: string, { now, dayOf }: Pick<Listed, 'now' | 'dayOf'>): string {
  const day = dayOf(openedAt);
  if (day === dayOf(now.toISOString())) return 'Opened today';
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  return day === dayOf(yesterday.toISOString()) ? 'Opened yesterday' : `Opened on ${day}`;
}

interface Listed {
  readonly now: Date;
  readonly dayOf: (iso: string) => string;
  readonly recent: readonly RecentPage[];
  /** The open page, which is not offered as a destination. */
  readonly path: string;
  /** Messages that were not delivered; undefined while unknown. */
  readonly undelivered: number | undefined;
  readonly may: ReturnType<typeof useMay>;
}

const hasAllWords = ({ title, about = '' }: Pick<SearchLine, 'title' | 'about'>, typed: string): boolean => {
  const words = searchWords(typed);
  // Punctuation alone is searched for literally.
  return (words.length === 0 && typed !== '' ? [typed] : words).every((word) => markedParts(`${title} ${about}`, word).length > 1);
};

/** The pages that were last opened, and what can be done from everywhere, of these what has the typed words. */
export function listedGroups({ recent, path, undelivered = 0, may, ...at }: Listed, typed: string): SearchGroup[] {
  const pages = recent
    .filter((page) => page.path !== path)
    .map((page): SearchLine => ({
      key: `recent-${page.path}`,
      kind: 'recent',
      ...namesOf(page),
      note: openedNote(page.openedAt, at),
      to: page.path,
    }));
  const mailings = recent
    .filter(({ path }) => OF_A_FORM.test(path) && !recent.some((page) => page.path === `${path}/mailings`))
    // The menu of each series and form has them, so they are listed only if the typed words match them.
    .filter(({ title }) => !hasAllWords({ title }, typed))
    .map(({ path, title }): SearchLine => ({
      key: `mailings-${path}`,
      kind: 'recent',
      title: MAILINGS,
      about: title,
      to: `${path}/mailings`,
    }));
  const commands: SearchLine[] = [
    ...toolsOf(COMMANDS, undefined, may).map(({ name, label, icon, to = path }) => ({
      key: `command-${name}`,
      kind: 'command' as const,
      title: label,
      icon,
      to,
      ...(name === 'attention' && undelivered > 0 && { note: counted(undelivered, 'message') }),
    })),
    // Only on request, so that the list is short at first.
    ...(typed === ''
      ? []
      : THEMES.map(({ value, label }) => ({
          key: `theme-${value}`,
          kind: 'theme' as const,
          title: `${label} theme`,
          to: path,
          theme: value,
        }))),
  ];
  return [
    {
      title: typed === '' ? 'Recent' : 'Recent pages',
      lines: [...pages, ...mailings].filter((line) => hasAllWords(line, typed)).slice(0, RECENT_MAX),
    },
    { title: 'Commands', lines: commands.filter((line) => hasAllWords(line, typed)) },
  ];
}
