import type { Chance } from './chance.ts';

const FIRST_NAMES =
  'Amara Ben Carmen Dagny Elif Farid Grace Hamish Ines Jonas Kofi Lena Maria Noor Olu Priya Quentin Rosa Sven Tomasz Uma Viktor Wren Xenia Yusuf Zoe'.split(
    ' ',
  );
const LAST_NAMES =
  'Abara Brandt Carlsson Doyle Eriksen Fontaine García Hughes Ito Jansen Kaur Lindqvist Murphy Nowak O’Neill Petrova Quist Rossi Silva Tanaka Underwood Vega Whitfield Xu Young Zimmer'.split(
    ' ',
  );
const JOB_TITLES = [
  'Head of Learning',
  'Engineer',
  'HR Business Partner',
  'Product Manager',
  'Team Lead',
  'Trainer',
  'Consultant',
  'Operations Manager',
];
const ORGANISATIONS = [
  'Northwind Logistics',
  'Harbour & Sons',
  'Fenland Energy',
  'Oakridge Council',
  'Brightwater Clinic',
  'Kestrel Software',
  'Marlow Foods',
  'Tideway Housing',
  'University of Ashby',
];

export interface DemoPerson {
  readonly first_name: string;
  readonly last_name: string;
  readonly job_title: string;
  readonly organisation: string;
  readonly email: string;
}

const ascii = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z]/g, '')
    .toLowerCase();

/** An invented person; the domain is reserved for examples, so mail reaches nobody. */
export function somebody(chance: Chance, number: number): DemoPerson {
  const first = chance.pick(FIRST_NAMES);
  const last = chance.pick(LAST_NAMES);
  const organisation = chance.pick(ORGANISATIONS);
  return {
    first_name: first,
    last_name: last,
    job_title: chance.pick(JOB_TITLES),
    organisation,
    email: `${ascii(first)}.${ascii(last)}${number}@${ascii(organisation)}.example`,
  };
}
