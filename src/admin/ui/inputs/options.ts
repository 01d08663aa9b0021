/** The options of a select or a segmented control, from their labels by value, in that order. */
export const optionsOf = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the labels have no other names
  Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));
