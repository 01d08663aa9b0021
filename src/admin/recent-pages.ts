import { z } from 'zod';
import { stored } from './browser-storage.ts';
import { pathWithoutSlug } from './paths.ts';
import { ownKey } from './storage-owner.ts';

const PAGES_MAX = 12;

const pageSchema = z.object({ path: z.string(), title: z.string(), parent: z.string().optional(), openedAt: z.iso.datetime() });

export type RecentPage = z.infer<typeof pageSchema>;

const recentPages = () => stored(ownKey('recent-pages'), z.array(pageSchema), 'local');

/** The pages that the signed-in person last opened in this browser, the latest first. */
export const listRecentPages = (): RecentPage[] => recentPages().read() ?? [];

/** Puts a page first. Its title, and the slug that follows it, replace what was known of it. */
export function recordPage(page: Omit<RecentPage, 'openedAt'>): void {
  const others = listRecentPages().filter(({ path }) => pathWithoutSlug(path) !== pathWithoutSlug(page.path));
  recentPages().write([{ ...page, openedAt: new Date().toISOString() }, ...others].slice(0, PAGES_MAX));
}

/** Forgets the page at `start`, an address without its slug, and those below it: what they show is no longer there. */
export function forgetPages(start: string): void {
  recentPages().write(listRecentPages().filter(({ path }) => !`${pathWithoutSlug(path)}/`.startsWith(`${start}/`)));
}

/** For Sign Out: the next person has opened none of them. */
export const forgetRecentPages = (): void => recentPages().remove();
