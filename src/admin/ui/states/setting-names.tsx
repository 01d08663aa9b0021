/** A server's variables, folded, for the people who run it. */
export const SettingNames = ({ names }: { names: readonly string[] }) => (
  <details>
    <summary data-text="accent">Setting names</summary>
    <ul data-row="wrap">
      {names.map((name) => (
        <li key={name}>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  </details>
);
