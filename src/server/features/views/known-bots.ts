import { createIsbotFromList, isbotPatterns, list } from 'isbot';

/** Nobody's crawler: programs that call the API because somebody told them to, and browsers that only lack a screen. */
const COUNTED = ['node', 'curl/8.5.0', 'python-requests/2.31.0', 'Mozilla/5.0 HeadlessChrome/140.0.0.0 Safari/537.36'];

const counted = new Set(COUNTED.flatMap(isbotPatterns));

/** Whether a User-Agent is that of a known bot: a crawler, a link preview, a page check (issue 4). */
export const isKnownBot = createIsbotFromList(list.filter((pattern) => !counted.has(pattern)));
