/** A person of the local identity. */
export interface LocalAccount {
  id: string;
  name: string;
  email: string;
  /** Shown beside the account in the picker. */
  note?: string;
}

/** Two allowed accounts and one of a disallowed domain. */
export const localAccounts: readonly LocalAccount[] = [
  { id: 'robin', name: 'Robin Hale', email: 'robin.hale@example.com' },
  { id: 'sam', name: 'Sam Okafor', email: 'sam.okafor@example.org' },
  { id: 'alex', name: 'Alex Verne', email: 'alex.verne@elsewhere.example', note: 'Domain not allowed' },
];

export const findLocalAccount = (id: string): LocalAccount | undefined => localAccounts.find((account) => account.id === id);
