import { Checkbox, Textarea } from '@mantine/core';
import { NOTE_MAX_LENGTH } from '#contract/registrations/note.ts';
import { isBlank } from '#contract/rules/text.ts';

export interface AnnounceAnswer {
  readonly tell: boolean;
  readonly note: string;
}

export const ANNOUNCE_TO_ALL: AnnounceAnswer = { tell: true, note: '' };

/** What a call is sent; a note only where someone is told. */
export const announceBody = ({ tell, note }: AnnounceAnswer) => ({ tell, note: tell && !isBlank(note) ? note.trim() : null });

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
    {answer.tell ? (
      <Textarea
        mt={16}
        label="Note"
        rows={3}
        maxLength={NOTE_MAX_LENGTH}
        value={answer.note}
        onChange={(event) => onChange({ ...answer, note: event.currentTarget.value })}
      />
    ) : null}
  </>
);
