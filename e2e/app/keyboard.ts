import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More tab stops than any page has. */
const STOPS_MAX = 120;

/** A user who has only the keyboard. Each tab stop is checked for a visible focus. */
export interface KeyboardUser {
  /** Presses Tab until this has the focus; `back` uses Shift+Tab. Fails when a stop on the way is not visible. */
  readonly tabTo: (target: Locator, way?: 'on' | 'back') => Promise<void>;
  /** As `tabTo`, then Enter. */
  readonly open: (target: Locator, way?: 'on' | 'back') => Promise<void>;
  readonly press: (...keys: string[]) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
}

/** Whether the focused element, if there is one, has no visible focus style. */
function hasNoFocusStyle([element]: Element[]): boolean {
  if (element === undefined) return false;
  const probe = document.createElement('i');
  probe.style.color = 'var(--t-accent)';
  document.body.append(probe);
  const accent = getComputedStyle(probe).color;
  probe.remove();
  const isMarked = (part: Element): boolean => {
    const { outlineStyle, outlineWidth, borderTopColor, borderTopWidth } = getComputedStyle(part);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || (borderTopColor === accent && borderTopWidth !== '0px');
  };
  // Switches and checkboxes draw the ring around their replacement; hours and minutes are filled.
  const around = [element, ...(element.parentElement?.children ?? []), ...(element.parentElement === null ? [] : [element.parentElement])];
  return getComputedStyle(element).backgroundColor !== accent && !around.some(isMarked);
}

/** Whether the focused element, if there is one, is out of view or covered. */
function isOutOfSight([element]: Element[]): boolean {
  if (element === undefined) return false;
  const { top, bottom, left, right } = element.getBoundingClientRect();
  if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return true;
  const middle = { x: (Math.max(left, 0) + Math.min(right, innerWidth)) / 2, y: (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2 };
  const onTop = document.elementFromPoint(middle.x, middle.y);
  const place = element.parentElement ?? element;
  return onTop !== null && !place.contains(onTop) && !onTop.contains(place);
}

/** Fails when the focus is not visible; a ring may fade in. */
async function expectFocusSeen(page: Page): Promise<void> {
  const focused = page.locator(':focus');
  const markup = async () => (await focused.evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML.slice(0, 200)))).join('');
  const reason = async (): Promise<string> => {
    if (await focused.evaluateAll(hasNoFocusStyle)) return `no ring: ${await markup()}`;
    return (await focused.evaluateAll(isOutOfSight)) ? `out of sight: ${await markup()}` : '';
  };
  await expect.poll(reason).toBe('');
}

/** Whether one of the matches has the focus. */
const hasFocus = async (target: Locator): Promise<boolean> =>
  target.evaluateAll((elements) => elements.some((element) => element === document.activeElement));

export function keyboardUser(page: Page): KeyboardUser {
  const { keyboard } = page;
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await keyboard.press(key);
  };
  const tabTo = async (target: Locator, way: 'on' | 'back' = 'on'): Promise<void> => {
    await target.first().waitFor({ state: 'attached' });
    for (let stops = 0; stops < STOPS_MAX; stops += 1) {
      if (await hasFocus(target)) return;
      await keyboard.press(way === 'on' ? 'Tab' : 'Shift+Tab');
      await expectFocusSeen(page);
    }
    throw new Error(`Tab does not lead to ${String(target)}`);
  };
  return {
    press,
    tabTo,
    type: async (text) => keyboard.type(text),
    open: async (target, way) => {
      await tabTo(target, way);
      await keyboard.press('Enter');
    },
  };
}
