/** A person of the local identity. */
export interface LocalAccount {
  id: string;
  name: string;
  email: string;
  /** Shown beside the account in the picker. */
  note?: string;
}

/** Two that are let in and one that is not (decision 27). All are invented; the domains are reserved for examples. */
export const localAccounts: readonly LocalAccount[] = [
  { id: 'robin', name: 'Robin Hale', email: 'robin.hale@example.com' },
  { id: 'sam', name: 'Sam Okafor', email: 'sam.okafor@example.org' },
  { id: 'alex', name: 'Alex Verne', email: 'alex.verne@elsewhere.example', note: 'Domain not allowed' },
];

/** The account of this id, if there is one. */
export const findLocalAccount = (id: string): LocalAccount | undefined => localAccounts.find((account) => account.id === id);
