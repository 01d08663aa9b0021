import { useElementSize } from '@mantine/hooks';

/** Makes what is laid out for a width, in pixels, smaller where there is less room: `ref` is of the room, `style` of what is scaled. */
export function useScaled(width: number) {
  const { ref, width: room } = useElementSize();
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  const left = Math.max(0, (room - width * scale) / 2);
  return { ref, scale, style: { width, height: `${100 / scale}%`, left, transform: `scale(${scale})` } };
}
