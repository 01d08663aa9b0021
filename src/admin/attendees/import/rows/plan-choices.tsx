import { Checkbox, Group, Radio, Text } from '@mantine/core';
import { formatCount } from '#contract/texts/counts.ts';
import { ADDED_AS_CONFIRMED, carryOver, leaveOutNotConfirmed, UPDATE_EXPLAINED, WAITING_GET_FREE_PLACES } from '#contract/texts/import.ts';
import type { ImportChoices, PlannedRow } from './import-plan.ts';
import type { Carried } from './import-rows.ts';

export interface PlanChoicesProps {
  planned: readonly PlannedRow[];
  choices: ImportChoices;
  onChoices: (choices: ImportChoices) => void;
}

/** The gap below a question in pixels, smaller where the question about people already in the event is shown. */
const distanceBelow = (people: number): number => (people === 0 ? 20 : 12);

/** What is done with those who had not signed up for certain in the tool that wrote the file. */
export function StateChoices({ planned, choices, onChoices, canWait }: PlanChoicesProps & { canWait: boolean }) {
  const countCarried = (as: Carried) => planned.filter(({ row }) => row.carriedAs === as).length;
  const [waiting, cancelled] = [canWait ? countCarried('waiting') : 0, countCarried('cancelled')];
  const carried = choices.carriesOver ? waiting + cancelled : 0;
  const notConfirmed = planned.filter(({ row }) => row.registration !== undefined).length - carried;
  return (
    <>
      {waiting + cancelled === 0 ? null : (
        <Checkbox
          mt={20}
          label={carryOver(waiting, cancelled)}
          description={waiting === 0 ? undefined : WAITING_GET_FREE_PLACES}
          checked={choices.carriesOver}
          onChange={(event) => onChoices({ ...choices, carriesOver: event.currentTarget.checked })}
        />
      )}
      {notConfirmed === 0 ? null : (
        <Checkbox
          mt={20}
          label={leaveOutNotConfirmed(notConfirmed)}
          description={choices.skipsNotConfirmed ? undefined : ADDED_AS_CONFIRMED}
          checked={choices.skipsNotConfirmed}
          onChange={(event) => onChoices({ ...choices, skipsNotConfirmed: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

/** What is done with people who are in the event already, and with those who are in the file twice. */
export function PeopleChoices({ planned, choices, onChoices }: PlanChoicesProps) {
  const people = new Set(planned.flatMap(({ row, isExisting }) => (isExisting ? row.email : []))).size;
  const repeats = planned.filter(({ repeatOf }) => repeatOf !== undefined).length;
  return (
    <>
      {people === 0 ? null : (
        <Radio.Group
          mt={20}
          label={people === 1 ? '1 person is already in this event' : `${formatCount(people)} people are already in this event`}
          value={choices.existing}
          onChange={(existing) => onChoices({ ...choices, existing })}
        >
          <Group gap="8px 24px" align="stretch" mt={4}>
            <Radio value="leave_out" label={people === 1 ? 'Leave this person out' : 'Leave them out'} />
            <Radio value="update" label="Update the existing attendee" />
            <Radio value="add" label={people === 1 ? 'Add this person again' : 'Add them again'} />
          </Group>
          {choices.existing === 'update' ? (
            <Text mt={8} data-text="hint">
              {UPDATE_EXPLAINED}
            </Text>
          ) : null}
        </Radio.Group>
      )}
      {repeats === 0 ? null : (
        <Checkbox
          mt={distanceBelow(people)}
          label={`Leave out the ${repeats === 1 ? 'row that repeats' : `${formatCount(repeats)} rows that repeat`} a person in the file`}
          checked={choices.skipsRepeats}
          onChange={(event) => onChoices({ ...choices, skipsRepeats: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
