import { type ReactNode, useRef, useState } from 'react';
import { IconArrowLeft } from '#admin/ui/layout/icons.tsx';
import { IconUserCheck } from '#admin/ui/layout/tool-icons.tsx';
import { containsAddress } from '#contract/rules/address-in-name.ts';
import { cleanAddress, EMAIL_MAX_LENGTH, isEmail } from '#contract/rules/email.ts';
import { LINE_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/rules/sign-up.ts';
import { visibleLine } from '#contract/rules/text.ts';
import { fullNote } from '#contract/texts/places.ts';
import { NAME_WITHOUT_ADDRESS } from '#contract/texts/words/form.ts';
import { Dialog } from './dialog.tsx';
import { Connection } from './header.tsx';
import { nameOf } from './phone/people.ts';
import { newWalkIn, type WalkInOf } from './phone/taps.ts';
import { Question } from './sheets.tsx';
import type { PartProps } from './view.ts';

/** What the server accepts: it would refuse a longer text later, after the person has gone in. */
const MAX_LENGTHS = { first_name: NAME_MAX_LENGTH, last_name: NAME_MAX_LENGTH, email: EMAIL_MAX_LENGTH, organisation: LINE_MAX_LENGTH };

type Field = keyof WalkInOf;
type Errors = Partial<Record<Field, string>>;

/** A name typed in lower case, as in a search, with its capitals. */
const withCapitals = (name: string): string =>
  name === name.toLowerCase() ? name.replaceAll(/(?<![\p{L}\p{M}])\p{Ll}/gu, (letter) => letter.toUpperCase()) : name;

/** A search text as the address or names it may be: the last name is the last word, or the part before a comma. */
function namesIn(typed: string): WalkInOf {
  const words = typed.trim().split(/\s+/);
  const email = words.find((word) => word.includes('@')) ?? '';
  const name = withCapitals(words.filter((word) => word !== email).join(' '));
  const [, before, behind] = /^([^,]+),(.*)/.exec(name) ?? [];
  const first = (behind ?? name.slice(0, Math.max(0, name.lastIndexOf(' ')))).trim().slice(0, NAME_MAX_LENGTH);
  const last = (before ?? name.slice(name.lastIndexOf(' ') + 1)).slice(0, NAME_MAX_LENGTH);
  return { first_name: first, last_name: last, email: email.slice(0, EMAIL_MAX_LENGTH), organisation: '' };
}

const cleaned = (given: WalkInOf): WalkInOf => ({
  first_name: visibleLine(given.first_name),
  last_name: visibleLine(given.last_name),
  email: cleanAddress(given.email),
  organisation: visibleLine(given.organisation),
});

const errorsOf = ({ first_name: first, last_name: last, email }: WalkInOf): Errors => ({
  ...(containsAddress(first) ? { first_name: NAME_WITHOUT_ADDRESS } : {}),
  ...(containsAddress(last) ? { last_name: NAME_WITHOUT_ADDRESS } : {}),
  ...(last === '' ? { last_name: 'Please enter a last name' } : {}),
  ...(email === '' || isEmail(email) ? {} : { email: 'Please enter a valid email address' }),
});

/** The form for someone who has not signed up. */
export function WalkIn({ door, state, view, close }: PartProps): ReactNode {
  const searched = cleaned(namesIn(view.text));
  const [given, setGiven] = useState(searched);
  const [errors, setErrors] = useState<Errors>({});
  const [isLeaving, setIsLeaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { places, opened } = state;
  const isFull = places !== null && places.taken >= places.maximum;
  const name = nameOf(cleaned(given));
  const leave = (): void => {
    if (JSON.stringify(cleaned(given)) !== JSON.stringify(searched)) setIsLeaving(true);
    else close();
  };
  const add = (): void => {
    const clean = cleaned(given);
    const found = errorsOf(clean);
    setErrors(found);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return;
    }
    close();
    void door.add(newWalkIn(clean));
    // Or the next walk-in would get this one's name.
    view.look({ text: '' });
  };
  const check = (field: Field): void => {
    const clean = { ...given, [field]: cleaned(given)[field] };
    setGiven(clean);
    // An empty field is not a mistake until Add is pressed.
    if (clean[field] !== '') setErrors({ ...errors, [field]: errorsOf(clean)[field] });
  };
  const input = (field: Field, label: string): ReactNode => (
    <div className="field">
      <label htmlFor={field}>
        <b>{label}</b>
        {field !== 'last_name' && <span>Optional</span>}
      </label>
      <input
        id={field}
        name={field}
        autoComplete="off"
        autoCorrect="off"
        maxLength={MAX_LENGTHS[field]}
        type={field === 'email' ? 'email' : 'text'}
        value={given[field]}
        aria-required={field === 'last_name'}
        aria-invalid={errors[field] !== undefined}
        aria-describedby={errors[field] === undefined ? undefined : `${field}-error`}
        onChange={(event) => setGiven({ ...given, [field]: event.target.value })}
        onBlur={() => check(field)}
      />
      {errors[field] !== undefined && (
        <p id={`${field}-error`} className="error">
          {errors[field]}
        </p>
      )}
    </div>
  );
  return (
    <Dialog label="Add a walk-in" className="page" onClose={leave}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <div className="title">
          <button type="button" className="icon" aria-label="Back" onClick={leave}>
            <IconArrowLeft size={20} />
          </button>
          <h2>Add a walk-in</h2>
          <Connection isOnline={state.isOnline} waiting={state.waiting} />
        </div>
        <div className="fields">
          {isFull && (
            <p className="fact" data-tone="warn">
              {fullNote(places.taken, places.maximum)}
            </p>
          )}
          <div className="names">
            {input('first_name', 'First name')}
            {input('last_name', 'Last name')}
          </div>
          {input('email', 'Email')}
          {input('organisation', 'Organisation')}
          <p>{`No email is sent. ${name === '' ? 'The person' : name} will be listed as added at ‘${opened?.label ?? ''}’.`}</p>
        </div>
        <footer>
          <button type="submit" className="main">
            <IconUserCheck size={20} />
            <span>{isFull ? 'Add anyway' : 'Add and check in'}</span>
          </button>
        </footer>
      </form>
      {isLeaving && (
        <Question
          title={`Leave without adding ${name === '' ? 'this person' : name}?`}
          yes="Leave"
          no="Stay"
          loses
          onConfirm={close}
          onClose={() => setIsLeaving(false)}
        />
      )}
    </Dialog>
  );
}
