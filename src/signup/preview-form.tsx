import { type ChangeEvent, useState } from 'react';
import { initialState } from './form-state.ts';
import { PageHeader } from './pages/page-header.tsx';
import { Note, Questions, sendLabel } from './sign-up-form.tsx';
import { chosenAtFirst, type FormView, type Visit } from './view.ts';

const NOBODY_YET: Visit = { values: {}, errors: [], hasFailed: false };

/** The form as visitors see it, for staff. Events can be chosen to see their fields, but nothing is sent. */
export function PreviewForm({ view }: { readonly view: FormView }) {
  const [now] = useState(() => Date.now());
  const [chosen, setChosen] = useState(() => chosenAtFirst(view, {}, now));
  const state = { ...initialState(view, NOBODY_YET), isHydrated: true, chosen, now };
  // The form may be in another document, whose elements are not instances of this one's classes.
  const handleChange = (event: ChangeEvent<HTMLFormElement>): void =>
    setChosen(Array.from(event.currentTarget.querySelectorAll<HTMLInputElement>('input[name="events"]:checked'), ({ value }) => value));
  return (
    <article className="sheet">
      <PageHeader organisation={view.organisation} title={view.title} />
      <Note state={state} />
      <form className="form" noValidate aria-labelledby="title" onChange={handleChange}>
        <Questions state={state} />
        <button type="button" className="button" inert>
          {sendLabel(view)}
        </button>
      </form>
    </article>
  );
}
