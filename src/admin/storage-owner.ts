/** The person who is signed in: the next one must not see what this one has typed or opened. */
let owner = '';

export const setStorageOwner = (email: string): void => {
  owner = email;
};

/** The key in the browser's storage under which the signed-in person keeps something. */
export const ownKey = (name: string): string => `turnout:${name}:${owner}`;
