import type { TextLook } from '#admin/theme/attributes.ts';
import type { Parts as TextParts } from '#contract/texts/parts.ts';

/** A text with its emphasised and literal parts; `stress` is the look of the former, if it is not just bold. */
export const Parts = ({ of, stress }: { of: TextParts; stress?: TextLook }) =>
  (typeof of === 'string' ? [of] : of).map((part) => {
    if (typeof part === 'string') return part;
    return 'code' in part ? (
      <code key={part.code}>{part.code}</code>
    ) : (
      <strong key={part.strong} data-text={stress} dir="auto">
        {part.strong}
      </strong>
    );
  });
