import { useState } from 'react';
import { z } from 'zod';
import type { AnnounceAnswer } from '#admin/ui/dialogs/announce-choice.tsx';
import { isBlank } from '#contract/rules/text.ts';
import { useDraftSaver, useSavedDraft } from './drafts.ts';

/** The note of a dialog, stored under the name of its draft, which outlives the session. */
export function useNote(draftName: string) {
  const draft = useSavedDraft(draftName, z.string());
  const [note, setNote] = useState(draft ?? '');
  useDraftSaver(draftName, () => (isBlank(note) ? undefined : note));
  return [note, setNote] as const;
}

/** Whether to notify people, with such a note; `tells`: also without one from before. */
export function useAnnounceAnswer(draftName: string, tells = true) {
  const [note, setNote] = useNote(draftName);
  const [tell, setTell] = useState(tells || note !== '');
  const setAnswer = (answer: AnnounceAnswer) => {
    setTell(answer.tell);
    setNote(answer.note);
  };
  return [{ tell, note }, setAnswer] as const;
}
