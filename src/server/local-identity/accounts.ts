export interface LocalAccount {
  id: string;
  name: string;
  email: string;
  note?: string;
}

export const localAccounts: readonly LocalAccount[] = [
  { id: 'robin', name: 'Robin Hale', email: 'robin.hale@example.com' },
  { id: 'sam', name: 'Sam Okafor', email: 'sam.okafor@example.org' },
  { id: 'alex', name: 'Alex Verne', email: 'alex.verne@elsewhere.example', note: 'Domain not allowed' },
];

export const findLocalAccount = (id: string): LocalAccount | undefined => localAccounts.find((account) => account.id === id);
