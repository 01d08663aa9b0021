import { useHasMail } from '#admin/reads/connection-queries.ts';
import type { BindField, BoundField } from '#admin/records/use-record.ts';
import { optionsOf } from '#admin/ui/inputs/choice.tsx';
import { NumberField, SelectField, SwitchField, TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { type WaitingListMode, waitingListMode } from '#contract/registrations/places.ts';
import { NO_MAIL_FOR_OFFERS, takenAlready } from '#contract/texts/places.ts';
import classes from './event-form.module.css';
import { ALWAYS_SHOWN, eventProblems, type EventValues, NEVER_SHOWN, SHOWN_FROM } from './event-values.ts';

const WAITING_LISTS: Readonly<Record<WaitingListMode, { readonly label: string; readonly hint: string | undefined }>> = {
  off: { label: 'None', hint: undefined },
  offer: { label: 'Timed offer', hint: 'The next person is offered a place when one becomes free.' },
  direct: { label: 'Give the place straight away', hint: 'The next person gets the place when one becomes free.' },
  manual: { label: 'By hand', hint: 'You choose who gets a place when one becomes free.' },
};

const LIST_OPTIONS = waitingListMode.options.map((value) => ({ value, label: WAITING_LISTS[value].label }));
const FEW = 'few';
const SHOW_OPTIONS = optionsOf<string>({ [NEVER_SHOWN]: 'Never', [FEW]: 'When few are left', [ALWAYS_SHOWN]: 'Always' });

const PAIR = { display: 'grid', gridTemplateColumns: '3fr 2fr', gap: 16 };

function PlacesLeft({ field }: { field: BoundField<string> }) {
  const isNumberShown = field.value !== ALWAYS_SHOWN && field.value !== NEVER_SHOWN;
  const choice = {
    ...field,
    value: isNumberShown ? FEW : field.value,
    error: isNumberShown ? undefined : field.error,
    remote: isNumberShown ? undefined : field.remote,
    onChange: (value: string) => field.onChange(value === FEW ? SHOWN_FROM : value),
  };
  return (
    <div style={isNumberShown ? PAIR : undefined} data-phone="stacked">
      <SelectField label="Show places left" field={choice} options={SHOW_OPTIONS} />
      {isNumberShown && <NumberField label="‘Few’ means" field={field} unit="or fewer" unitWidth={72} />}
    </div>
  );
}

/** The maximum of a new event; typing one also makes the event close when it is full. */
function limitingMaximum(field: BindField<EventValues>): BoundField<string> {
  const maximum = field('maximum_participants');
  const onChange = (value: string): void => {
    maximum.onChange(value);
    if ((value.trim() === '') !== (maximum.value.trim() === '')) field('close_when_full').onChange(value.trim() !== '');
  };
  return { ...maximum, onChange };
}

function maximumHint(field: BindField<EventValues>, taken = 0) {
  const { value: maximum } = field('maximum_participants');
  if (!field('close_when_full').value) return maximum.trim() === '' ? undefined : 'Shown to staff only; the form stays open.';
  return /^\d+$/.test(maximum.trim()) && Number(maximum) < taken ? <span data-text="warn">{takenAlready(taken)}</span> : undefined;
}

interface MaximumFieldProps {
  readonly field: BindField<EventValues>;
  readonly isNew: boolean;
  /** How many places are taken, if the event closes when full. */
  readonly taken: number | undefined;
}

export const MaximumField = ({ field, isNew, taken }: MaximumFieldProps) => (
  <TextField
    label={isNew ? 'Places' : 'Maximum participants'}
    placeholder={isNew ? 'No limit' : undefined}
    description={maximumHint(field, taken)}
    field={isNew ? limitingMaximum(field) : field('maximum_participants')}
    inputMode="numeric"
  />
);

const isOfferMade = (mode: WaitingListMode): boolean => mode === 'offer' || mode === 'manual';

export function LimitFields({ field }: { readonly field: BindField<EventValues> }) {
  const { value: mode } = field('waiting_list');
  const hasMail = useHasMail();
  /** A wrong value that is no longer shown could not be corrected, and would prevent saving the event. */
  const revertWrong = (names: readonly ('show_places_left_from' | 'offer_hours')[]) => {
    const problems = eventProblems({
      show_places_left_from: field('show_places_left_from').value,
      offer_hours: field('offer_hours').value,
    });
    for (const name of names) if (problems[name] !== undefined) field(name).onTakeRemote();
  };
  const closing = {
    ...field('close_when_full'),
    onChange: (isLimited: boolean) => {
      field('close_when_full').onChange(isLimited);
      if (!isLimited) revertWrong(['show_places_left_from', 'offer_hours']);
    },
  };
  const list = {
    ...field('waiting_list'),
    onChange: (chosen: WaitingListMode) => {
      field('waiting_list').onChange(chosen);
      if (!isOfferMade(chosen)) revertWrong(['offer_hours']);
    },
  };
  return (
    <>
      <div id="limit" className={classes.beside}>
        <SwitchField label="Close when full" field={closing} />
      </div>
      {closing.value && (
        <>
          <PlacesLeft field={field('show_places_left_from')} />
          <SelectField
            label="Waiting list"
            description={hasMail || mode === 'off' ? WAITING_LISTS[mode].hint : NO_MAIL_FOR_OFFERS}
            field={list}
            options={LIST_OPTIONS}
          />
          {isOfferMade(mode) && <NumberField label="Offer lasts" field={field('offer_hours')} unit="hours" />}
        </>
      )}
    </>
  );
}
