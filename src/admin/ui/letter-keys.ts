interface Options {
  readonly preventDefault?: boolean;
  readonly usePhysicalKeys?: boolean;
}

type Hotkey = [keys: string, run: (event: KeyboardEvent) => void, options?: Options];

/** What a key writes; on a keyboard for another script, the Latin letter at its position. */
export const letterOf = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string =>
  /[\p{L}\p{M}]/u.test(key) && !/\p{Script=Latin}/u.test(key) ? code.replace('Key', '') : key;

/** The same hotkeys, also matched by `letterOf`, for `useHotkeys` and `getHotkeyHandler`. */
export const byLetter = (hotkeys: readonly Hotkey[]): Hotkey[] =>
  hotkeys.flatMap(([keys, run, { preventDefault = true } = {}]): Hotkey[] => {
    const runByPlace = (event: KeyboardEvent) => {
      // For example Dvorak, which has Latin letters in other places.
      if (letterOf(event) === event.key) return;
      if (preventDefault) event.preventDefault();
      run(event);
    };
    return [
      [keys, run, { preventDefault }],
      [keys, runByPlace, { preventDefault: false, usePhysicalKeys: true }],
    ];
  });
