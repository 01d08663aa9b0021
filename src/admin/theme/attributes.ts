type TextSize = 'note' | 'small' | 'small-quiet' | 'small-count' | 'hint' | 'title' | 'heading' | 'label';
type TextTone = 'count' | 'strong' | 'stressed' | 'main' | 'second' | 'quiet' | 'accent' | 'good' | 'warn' | 'bad';

/** The role of a text, by the rules of `text.css`. */
export type TextLook = TextSize | TextTone;

type RowWord = 'inline' | 'wrap' | 'between' | 'baseline' | 'stretch' | 'top' | 'close' | 'wide';

// The attributes of `text.css` and `layout.css`; a value without a rule does not compile.
declare module 'react' {
  interface AriaAttributes {
    'data-text'?: TextLook | undefined;
    'data-row'?: true | RowWord | `${RowWord} ${RowWord}` | `${RowWord} ${RowWord} ${RowWord}` | undefined;
    'data-box'?: true | 'strong' | 'card' | 'frame' | undefined;
    'data-edge'?: 'top' | 'bottom' | undefined;
    'data-hover'?: 'fill' | 'line' | undefined;
    'data-empty'?: 'hidden' | undefined;
    'data-phone'?: 'hidden' | 'stacked' | 'unseen' | undefined;
    'data-tablet'?: 'hidden' | 'only' | 'stacked' | undefined;
  }
}
