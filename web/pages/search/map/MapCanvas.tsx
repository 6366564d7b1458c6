import { useLayoutEffect, useRef } from 'react';
import { screenPoint, worldWidth, type Size } from './mapGeometry.ts';
import { shapeWidth, type MapShapes } from './mapShapes.ts';
import styles from './Map.module.css';
import type { MapPlace } from '../address/searchState.ts';

interface MapCanvasProps {
  shapes: MapShapes;
  view: MapPlace;
  size: Size;
  /** The names of countries avoid these. */
  markers: readonly { x: number; y: number }[];
}

/** Sea, land and borders. */
export function MapCanvas({ shapes, view, size, markers }: MapCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const density = Math.min(window.devicePixelRatio, 2);
    element.width = Math.round(size.width * density);
    element.height = Math.round(size.height * density);
    paint(context, density, { shapes, view, size, markers });
  }, [shapes, view, size, markers]);
  return <canvas ref={canvas} className={styles.canvas} aria-hidden="true" />;
}

function paint(
  context: CanvasRenderingContext2D,
  density: number,
  { shapes, view, size, markers }: MapCanvasProps,
): void {
  const colour = (name: string) => getComputedStyle(context.canvas).getPropertyValue(name).trim();
  const scale = worldWidth(view.zoom) / shapeWidth;
  const origin = screenPoint({ latitude: 85.0511, longitude: -180 }, view, size);
  const middle = screenPoint({ latitude: 0, longitude: 0 }, view, size);
  const top = middle.y - worldWidth(view.zoom) / 2;

  context.setTransform(density, 0, 0, density, 0, 0);
  context.fillStyle = colour('--map-sea');
  context.fillRect(0, 0, size.width, size.height);
  context.setTransform(density * scale, 0, 0, density * scale, density * origin.x, density * top);
  context.lineJoin = 'round';
  context.fillStyle = colour('--map-land');
  context.fill(shapes.land);
  context.strokeStyle = colour('--map-coast');
  context.lineWidth = 1 / scale;
  context.stroke(shapes.land);
  context.strokeStyle = colour('--map-border');
  context.lineWidth = 0.9 / scale;
  context.stroke(shapes.borders);
  if (view.zoom >= 3) {
    context.lineWidth = 0.7 / scale;
    context.stroke(shapes.states);
  }

  context.setTransform(density, 0, 0, density, 0, 0);
  context.font = `600 13px ${getComputedStyle(context.canvas).fontFamily}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = colour('--map-label');
  // An outline in the color of the land keeps borders out of the letters.
  context.strokeStyle = colour('--map-land');
  context.lineWidth = 4;
  for (const label of shapes.labels) {
    const width = context.measureText(label.name).width;
    const x = origin.x + label.x * scale;
    const y = top + label.y * scale;
    const isHidden =
      (label.kind === 'state' && view.zoom < 4) ||
      (view.zoom >= 4 && label.name === 'United States of America') ||
      width * 1.25 > label.width * scale ||
      markers.some(
        (marker) => Math.abs(marker.x - x) < width / 2 + 40 && Math.abs(marker.y - y) < 40,
      );
    if (isHidden) continue;
    context.strokeText(label.name, x, y);
    context.fillText(label.name, x, y);
  }
}
