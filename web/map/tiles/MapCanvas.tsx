import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import styles from '../Map.module.css';
import { paintMap, type Painted } from './paintMap.ts';
import { levelsAt, loadTile, tilesIn } from './tileStore.ts';

export function MapCanvas({ view, size, obstacles }: Painted) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [loads, countLoad] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let isShown = true;
    for (const place of levelsAt(view.zoom).flatMap((level) => tilesIn(level, view, size))) {
      // Without a tile, the coarser tile stays; the next movement retries.
      loadTile(place)?.then(
        () => isShown && countLoad(),
        () => undefined,
      );
    }
    return () => {
      isShown = false;
    };
  }, [view, size]);
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const density = Math.min(window.devicePixelRatio, 2);
    element.width = Math.round(size.width * density);
    element.height = Math.round(size.height * density);
    paintMap(context, density, { view, size, obstacles });
  }, [view, size, obstacles, loads]);
  return (
    <canvas
      ref={canvas}
      className={`full full-height absolute clip ${styles.canvas}`}
      aria-hidden="true"
    />
  );
}
