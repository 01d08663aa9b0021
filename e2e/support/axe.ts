import axe, { type AxeResults, type ElementContext, type RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

declare const window: { readonly axe?: { readonly run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> } };

const SOURCE = `${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'], noHtml: true });`;

async function addAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => window.axe !== undefined)) return;
  if (frame.parentFrame() !== null) return frame.evaluate(SOURCE);
  // As a script, which V8 compiles once per process; with `evaluate` it would be compiled for each page.
  const devtools = await frame.page().context().newCDPSession(frame.page());
  await devtools.send('Runtime.evaluate', { expression: SOURCE });
  await devtools.detach();
}

/** A preview may be loading again. */
async function addAxeOnceLoaded(frame: Frame): Promise<void> {
  await addAxe(frame).catch(async (error: unknown) => {
    if (frame.isDetached()) return;
    if (frame.parentFrame() === null) throw error;
    await frame.waitForLoadState();
    await addAxe(frame);
  });
}

/**
 * The findings of axe, as `rule: elements`. Its script stays in the page for the next check, since adding it again, as @axe-core/playwright does, takes four
 * times as long as a check.
 * @param exclude selectors of elements that are not checked; 'iframe' excludes all frames
 */
export async function accessibilityViolations(page: Page, exclude: string[] = [], options: RunOptions = {}): Promise<string[]> {
  await Promise.all((exclude.includes('iframe') ? [page.mainFrame()] : page.frames()).map(addAxeOnceLoaded));
  const { violations } = await page.evaluate(
    async ([context, runOptions]) => {
      if (window.axe === undefined) throw new Error('The page was left before axe could look at it.');
      return window.axe.run(context, runOptions);
    },
    [{ exclude }, { ...options, resultTypes: ['violations'] }] satisfies [ElementContext, RunOptions],
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
