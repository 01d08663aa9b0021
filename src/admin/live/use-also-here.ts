import { useEffect, useState } from 'react';
import { call } from '#admin/session/call.ts';
import { useSelf } from '#admin/session/session.ts';
import { liveCalls, type EditedTopic, PRESENCE_MS, presenceTopic } from '#contract/live.ts';
import { editingToo } from '#contract/texts/staff.ts';
import { onLiveChanges } from './live.ts';

const CHECK_MS = 5_000;
const GONE_MS = 2 * PRESENCE_MS + CHECK_MS;

/** Shows colleagues that a page is being edited here, while its screen is visible. @returns who else is editing it, such as `Bo Lind is editing this too` */
export function useAlsoHere(edited: EditedTopic): string | undefined {
  const self = useSelf();
  const [text, setText] = useState<string>();
  useEffect(() => {
    const heard = new Map<string, { readonly name: string; readonly at: number }>();
    const show = () => {
      for (const [by, { at }] of heard) if (Date.now() - at >= GONE_MS) heard.delete(by);
      setText(editingToo([...heard.values()].map(({ name }) => name)));
    };
    const say = () => {
      // If it fails, colleagues miss only this notice.
      if (document.visibilityState === 'visible') void call(liveCalls.sayPresence, { body: { topic: edited } }).catch(() => undefined);
    };
    const stop = onLiveChanges((changes) => {
      for (const { topic, by, name } of changes) {
        if (topic !== presenceTopic(edited) || by === null || by === self) continue;
        if (!heard.has(by)) say(); // Someone who has just arrived need not wait for the next report.
        heard.set(by, { name: name ?? by, at: Date.now() });
        show();
      }
    });
    const timers = [setInterval(say, PRESENCE_MS), setInterval(show, CHECK_MS)];
    document.addEventListener('visibilitychange', say);
    say();
    return () => {
      stop();
      for (const timer of timers) clearInterval(timer);
      document.removeEventListener('visibilitychange', say);
      setText(undefined);
    };
  }, [edited, self]);
  return text;
}
