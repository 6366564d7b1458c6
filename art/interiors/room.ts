import { box, circle, foliage, line, mix, round, shape, type Stage } from '../scenes/kit.ts';

export interface Frame {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The colors of a room: light walls, wood, and the accents of the palette. */
export interface RoomColors {
  wall: string;
  wallDark: string;
  floor: string;
  floorDark: string;
  wood: string;
  woodDark: string;
  cloth: string;
  clothDark: string;
  accent: string;
  ink: string;
}

export function roomColors({ ink }: Stage): RoomColors {
  const wall = mix('#FBF1DF', ink.wall, 0.4);
  const wood = mix('#C08A55', ink.roof, 0.25);
  return {
    wall,
    wallDark: mix(wall, ink.shade, 0.35),
    floor: mix('#DDB98B', ink.sand, 0.35),
    floorDark: mix('#B98F5F', ink.shade, 0.3),
    wood,
    woodDark: mix(wood, ink.ink, 0.4),
    cloth: mix(ink.sea, '#FFFFFF', 0.12),
    clothDark: mix(ink.sea, ink.ink, 0.35),
    accent: ink.accent,
    ink: ink.ink,
  };
}

/** A wall with windows in it, down to the floor. */
export function wall(colors: RoomColors, floor: number, windows: readonly Frame[]): string {
  const holes = windows.map(({ x, y, w, h }) => `M${x} ${y}v${h}h${w}v${-h}z`).join('');
  return (
    `<path fill-rule="evenodd" d="M0 0h1200v${floor}H0z${holes}" fill="${colors.wall}"/>` +
    windows.map((frame) => windowFrame(colors, frame)).join('') +
    box(0, floor - 16, 1200, 16, colors.wallDark)
  );
}

function windowFrame(colors: RoomColors, { x, y, w, h }: Frame): string {
  const panes = Math.max(2, round(w / 230));
  let bars = '';
  for (let pane = 1; pane < panes; pane += 1) bars += `M${round(x + (w / panes) * pane)} ${y}v${h}`;
  return (
    line(`M${x} ${y}h${w}v${h}h${-w}z`, '#FFFFFF', 14) +
    line(bars, '#FFFFFF', 9) +
    box(x - 18, y + h + 4, w + 36, 14, colors.wallDark) +
    shape(`M${x + 20} ${y + 20}l120 0L${x + 40} ${y + h - 20}h-20z`, '#FFFFFF', 0.14)
  );
}

/** Boards that run toward the back, and the light of a window on them. */
export function woodFloor({ floor, floorDark }: RoomColors, top: number, lightX: number): string {
  let joints = '';
  for (let x = -1200; x <= 2400; x += 150) {
    joints += `M${x} 800L${round(600 + (x - 600) * 0.55)} ${top}`;
  }
  return (
    box(0, top, 1200, 800 - top, floor) +
    line(joints, floorDark, 3, 0.35) +
    shape(`M${lightX - 200} ${top}h420l150 ${800 - top}H${lightX - 420}z`, '#FFFFFF', 0.2)
  );
}

export function rug(
  x: number,
  y: number,
  width: number,
  colors: readonly [string, string],
): string {
  const ellipse = (rx: number, fill: string): string =>
    `<ellipse cx="${x}" cy="${y}" rx="${round(rx)}" ry="${round(rx * 0.2)}" fill="${fill}"/>`;
  return ellipse(width / 2, colors[0]) + ellipse(width / 2 - 26, colors[1]);
}

/** A plant in a pot. */
export function plant(stage: Stage, x: number, base: number, size: number): string {
  const { ink, random } = stage;
  const pot = size * 0.3;
  return (
    foliage(random, x, base - pot, size, [ink.leaf, mix(ink.leaf, ink.seaLight, 0.28)]) +
    shape(
      `M${round(x - pot * 0.7)} ${round(base - pot)}h${round(pot * 1.4)}l${round(-pot * 0.25)} ${round(pot)}h${round(-pot * 0.9)}z`,
      ink.accent,
    )
  );
}

/** A lamp on a table: a shade, its glow and its foot. */
export function tableLamp(stage: Stage, x: number, base: number): string {
  const { ink } = stage;
  return (
    circle(x, base - 84, 92, ink.lit, 0.22) +
    line(`M${x} ${base}v-60`, ink.ink, 7) +
    box(x - 20, base - 6, 40, 6, ink.ink) +
    shape(`M${x - 40} ${base - 56}h80l-18-60h-44z`, ink.lit)
  );
}

/** A framed picture of the sea on the wall. */
export function wallPicture(stage: Stage, { x, y, w, h }: Frame): string {
  const { ink } = stage;
  return (
    box(x, y, w, h, ink.ink) +
    box(x + 8, y + 8, w - 16, h - 16, '#FFFDF6') +
    box(x + 22, y + 22, w - 44, h - 44, ink.sky[1]) +
    circle(x + w * 0.62, y + h * 0.42, h * 0.11, ink.sun) +
    shape(
      `M${x + 22} ${round(y + h * 0.62)}q${round(w * 0.2)} -22 ${round((w - 44) / 2)} 0t${round((w - 44) / 2)} 0V${y + h - 22}H${x + 22}z`,
      ink.sea,
    )
  );
}

/** A cushion, turned by some degrees. */
export const cushion = (x: number, y: number, size: number, fill: string, turn = 0): string =>
  `<rect x="${x}" y="${y}" width="${size}" height="${round(size * 0.8)}" rx="16" fill="${fill}"${turn === 0 ? '' : ` transform="rotate(${turn} ${x} ${y})"`}/>`;

/** A box with round corners. */
export const soft = (frame: Frame, radius: number, fill: string): string =>
  `<rect x="${frame.x}" y="${frame.y}" width="${frame.w}" height="${frame.h}" rx="${radius}" fill="${fill}"/>`;
