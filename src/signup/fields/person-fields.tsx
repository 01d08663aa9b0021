import type { InputHTMLAttributes } from 'react';
import type { SignUpPerson } from '#contract/rules/sign-up.ts';
import * as words from '#contract/texts/words/form.ts';
import { useControl } from './answers.ts';
import { Field } from './field.tsx';

type InputAttributes = InputHTMLAttributes<HTMLInputElement>;

function PersonField({ name, ...attributes }: InputAttributes & { readonly name: keyof SignUpPerson }) {
  const { text, attributes: state } = useControl(name, name);
  return (
    <Field id={name} name={name} label={words.LABELS[name]} required>
      <input className="input" id={name} name={name} required dir="auto" defaultValue={text} {...attributes} {...state} />
    </Field>
  );
}

/** The fields of every form but the address, in the specified order; an element, which weighs less than a component. */
export const nameFields = (
  <>
    <div className="pair">
      <PersonField name="first_name" autoComplete="given-name" />
      <PersonField name="last_name" autoComplete="family-name" />
    </div>
    <div className="pair">
      <PersonField name="job_title" autoComplete="organization-title" />
      <PersonField name="organisation" autoComplete="organization" />
    </div>
  </>
);

export const emailField = <PersonField name="email" type="email" inputMode="email" autoComplete="email" spellCheck={false} />;
