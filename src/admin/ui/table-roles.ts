/**
 * The roles that the parts of a table have by themselves, written out: Safari forgets them as soon as a part is laid out as a
 * grid or block.
 */
export const tableRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;
