import * as words from '#contract/texts/words/form.ts';

const shortPage = (text: string): string =>
  '<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
  `<meta name="color-scheme" content="light dark"><title>${words.BUSY_NETWORK}</title><link rel="icon" href="data:,"></head>` +
  `<body><main><h1>${words.BUSY_NETWORK}</h1><p>${text}</p></main></body></html>`;

const ofLoad = shortPage(words.RELOAD_SOON);
const ofPost = shortPage(words.RELOAD_TO_SEND);

/** The page for networks far over the limit: built once, and sent before the body is read. */
export const floodPage = (method: string): string => (method === 'POST' ? ofPost : ofLoad);
