import { Checkbox } from '@mantine/core';
import { IconAlertTriangle } from '#admin/ui/layout/icons.tsx';
import { countOverMaximum, type EventWithPlaces } from '#contract/registrations/places-held.ts';
import { ADDED_AS_CONFIRMED, leaveOutNotConfirmed, rowsOverMaximum } from '#contract/texts/import.ts';
import classes from './check-rows.module.css';
import type { ImportChoices, PlannedRow } from './import-plan.ts';

interface NotConfirmedProps {
  planned: readonly PlannedRow[];
  choices: ImportChoices;
  onChoices: (choices: ImportChoices) => void;
}

/** Asks about rows of people who waited, had an offer or cancelled when the file was exported. */
export function NotConfirmed({ planned, choices, onChoices }: NotConfirmedProps) {
  const count = planned.filter(({ row }) => row.registration !== undefined).length;
  if (count === 0) return null;
  return (
    <Checkbox
      className={classes.repeats}
      label={leaveOutNotConfirmed(count)}
      description={choices.skipsNotConfirmed ? undefined : ADDED_AS_CONFIRMED}
      checked={choices.skipsNotConfirmed}
      onChange={(event) => onChoices({ ...choices, skipsNotConfirmed: event.currentTarget.checked })}
    />
  );
}

/** Says how many of the added rows find no place left in a limited event. */
export function OverMaximum({ event, added }: { event: EventWithPlaces; added: number }) {
  const over = countOverMaximum(event, added);
  if (over === 0) return null;
  return (
    <p className={classes.over} data-row="stretch" data-variant="warn" role="status">
      <IconAlertTriangle aria-hidden="true" />
      {rowsOverMaximum(over, event.maximum_participants ?? 0)}
    </p>
  );
}
