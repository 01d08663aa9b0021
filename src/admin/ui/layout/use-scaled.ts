import { useElementSize } from '@mantine/hooks';

/** Scales down content laid out for a width, in pixels, if there is less room: `ref` is for the room, `style` for the content. */
export function useScaled(width: number) {
  const { ref, width: room } = useElementSize();
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  const left = Math.max(0, (room - width * scale) / 2);
  return { ref, scale, style: { width, height: `${100 / scale}%`, left, transform: `scale(${scale})` } };
}
