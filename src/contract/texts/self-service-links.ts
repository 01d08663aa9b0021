export const COPY_LINK = 'Copy link';
export const SEND_LINK = 'Send link';
export const NEW_LINK = 'New link…';
export const CREATE_NEW_LINK = 'Create a new link';
export const LINK_COPIED = 'Link copied. It opens their registration without sign-in.';
export const NEW_LINK_COPIED = 'New link copied. It opens their registration without sign-in; earlier links no longer work.';
export const LINK_NOT_COPIED = 'The link was not copied. Select it and copy it by hand.';

export const createNewLinkFor = (name: string): string => `Create a new link for ${name}?`;

/** Shown for a registration without links. */
export const HAS_NO_SELF_SERVICE =
  'There is no page for this registration. Switch on ‘Self-service page’ in the settings of the series first.';
