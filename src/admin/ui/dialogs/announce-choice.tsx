import { Checkbox, Textarea, type TextareaProps } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { useDraftSaver, useSavedDraft } from '#admin/records/drafts.ts';
import { NOTE_MAX_LENGTH } from '#contract/registrations/note.ts';
import { isBlank } from '#contract/rules/text.ts';

export interface AnnounceAnswer {
  readonly tell: boolean;
  readonly note: string;
}

/** The note of a dialog, stored under the name of its draft, which outlives the session. */
export function useNote(draftName: string) {
  const [note, setNote] = useState(useSavedDraft(draftName, z.string()) ?? '');
  useDraftSaver(draftName, () => (isBlank(note) ? undefined : note));
  return [note, setNote] as const;
}

/** Whether to notify people and with what note, which outlives the session. */
export function useAnnounceAnswer(draftName: string, tellsFirst = true) {
  const [note, setNote] = useNote(draftName);
  const [tell, setTell] = useState(tellsFirst || note !== '');
  const setAnswer = (answer: AnnounceAnswer) => {
    setTell(answer.tell);
    setNote(answer.note);
  };
  return [{ tell, note }, setAnswer] as const;
}

export const sentNote = (note: string): string | null => (isBlank(note) ? null : note.trim());

/** What is sent with a call; a note only if someone is notified. */
export const announceBody = ({ tell, note }: AnnounceAnswer) => ({ tell, note: tell ? sentNote(note) : null });

interface NoteFieldProps extends Pick<TextareaProps, 'label' | 'description' | 'disabled' | 'mt' | 'rows'> {
  note: string;
  onNote: (note: string) => void;
}

export const NoteField = ({ note, onNote, ...props }: NoteFieldProps) => (
  <Textarea {...props} maxLength={NOTE_MAX_LENGTH} value={note} onChange={({ currentTarget }) => onNote(currentTarget.value)} />
);

interface AnnounceChoiceProps {
  label: string;
  answer: AnnounceAnswer;
  onChange: (answer: AnnounceAnswer) => void;
}

export const AnnounceChoice = ({ label, answer, onChange }: AnnounceChoiceProps) => (
  <>
    <Checkbox
      mt={16}
      label={label}
      checked={answer.tell}
      onChange={(event) => onChange({ ...answer, tell: event.currentTarget.checked })}
    />
    {answer.tell ? <NoteField mt={16} label="Note" rows={3} note={answer.note} onNote={(note) => onChange({ ...answer, note })} /> : null}
  </>
);
