const CODE = /^[\w.-]{1,60}$/;

/** What went wrong, in a code without what a person typed: the reason of a service, the code of a database, or else the class of the error. */
export function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const reason: unknown = Reflect.get(error, 'reason');
  const [first] = typeof reason === 'string' ? reason.split(' ') : [];
  return [first, Reflect.get(error, 'code')].find((code): code is string => typeof code === 'string' && CODE.test(code)) ?? error.name;
}
