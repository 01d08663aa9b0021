import type { Frame, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** Replaces each text node by two nested elements with its text, also those that come later. A change of a text that is no longer visible fails. */
function startTranslating(): void {
  for (const [{ prototype }, name] of [
    [Node, 'nodeValue'],
    [CharacterData, 'data'],
  ] as const) {
    const own = Object.getOwnPropertyDescriptor(prototype, name);
    Object.defineProperty(prototype, name, {
      ...own,
      set(this: Node, text: string) {
        if (!this.isConnected && this instanceof Text) throw new Error(`‘${this.textContent}’ stays on the screen instead of ‘${text}’.`);
        own?.set?.call(this, text);
      },
    });
  }
  const HTML = 'http://www.w3.org/1999/xhtml';
  const translate = (root: Node): void => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) texts.push(node as Text);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('font, script, style, title, textarea, code') !== null) continue;
      // As browsers do, with an element that our pages do not use.
      const [outer, inner] = [document.createElementNS(HTML, 'font'), document.createElementNS(HTML, 'font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  translate(document);
  new MutationObserver((changes) => {
    for (const { target } of changes) translate(target);
  }).observe(document, { childList: true, subtree: true });
}

/** Translates the page from now on, as browsers do. */
export const translateNow = async (page: Page | Frame): Promise<void> => page.evaluate(startTranslating);

/** Translates each page that is opened, from its beginning. The page is closed with the test, since other tests would get it with its script. */
export async function translateAlways(page: Page): Promise<void> {
  onTestFinished(async () => page.context().close());
  await page.addInitScript(startTranslating);
}
