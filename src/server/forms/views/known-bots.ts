import { createIsbotFromList, isbotPatterns, list } from 'isbot';

/** User-Agents that isbot takes for bots but that are counted: programs calling the API, and headless browsers. */
const COUNTED = ['node', 'curl/8.5.0', 'python-requests/2.31.0', 'Mozilla/5.0 HeadlessChrome/140.0.0.0 Safari/537.36'];

const counted = new Set(COUNTED.flatMap(isbotPatterns));

/** Whether a User-Agent is that of a crawler, link preview or page check. */
export const isKnownBot = createIsbotFromList(list.filter((pattern) => !counted.has(pattern)));
