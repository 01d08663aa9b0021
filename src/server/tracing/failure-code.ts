const CODE = /^[\w.-]{1,60}$/;

/** The first word of a reason, where it is a code. */
export function asCode(reason: unknown): string | undefined {
  const [first = ''] = typeof reason === 'string' ? reason.split(' ') : [];
  return CODE.test(first) ? first : undefined;
}

/** What went wrong, in a code without what a person typed: the reason of a service, the code of a database, or the class of the error. */
export function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return asCode(Reflect.get(error, 'reason')) ?? asCode(Reflect.get(error, 'code')) ?? error.name;
}
