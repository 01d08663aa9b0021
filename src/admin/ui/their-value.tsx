import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { BoundField } from '#admin/api/use-edits.ts';
import classes from './their-value.module.css';

const SHOWN_MAX_LENGTH = 200;

/** A value in words, to be told beside its field. */
function wordsOf(value: string | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === null || value === '') return 'nothing';
  return value.length > SHOWN_MAX_LENGTH ? `“${value.slice(0, SHOWN_MAX_LENGTH)}…”` : `“${value}”`;
}

interface TheirValueProps<Value> {
  /** The words of the field's label. */
  label: string;
  field: Pick<BoundField<Value>, 'name' | 'theirs' | 'onKeepMine' | 'onTakeTheirs'>;
  /** How a value reads, where it is not what is typed. */
  words?: (value: Value) => string;
}

/**
 * Under a field: what somebody else has saved there meanwhile, with the choice between theirs and what was typed (decision 16).
 * Nothing is lost until the person decides.
 */
export function TheirValue<Value extends string | boolean | null>({ label, field, words = wordsOf }: TheirValueProps<Value>) {
  if (field.theirs === undefined) return null;
  return (
    <div className={classes.note} role="alert" data-theirs={field.name}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      <p>
        Somebody else has saved <strong>{words(field.theirs)}</strong> here meanwhile.
      </p>
      <div className={classes.choice}>
        <Button size="xs" variant="default" aria-label={`Keep mine: ${label}`} onClick={field.onKeepMine}>
          Keep mine
        </Button>
        <Button size="xs" variant="default" aria-label={`Use theirs: ${label}`} onClick={field.onTakeTheirs}>
          Use theirs
        </Button>
      </div>
    </div>
  );
}
