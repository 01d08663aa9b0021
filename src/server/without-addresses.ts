const MAIL_ADDRESS = /[^\s@"'<>(]+@[^\s@"'<>)]+/g;

/** A text with what looks like a mail address taken out: replies of services quote whom a mail was for. */
export const withoutAddresses = (text: string): string => text.replace(MAIL_ADDRESS, '[address]');
