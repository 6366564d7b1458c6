import type { Random } from '#common/random.ts';
import type { Palette } from './palettes.ts';

/** What a scene draws with: random generator, palette and sheet size. */
export interface Stage {
  random: Random;
  ink: Palette;
  layout: string;
  width: number;
  height: number;
}

export type DrawScene = (stage: Stage) => string;

export const round = (value: number): number => Math.round(value);

export function mix(from: string, to: string, amount: number): string {
  const channel = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  const blended = [1, 3, 5].map((at) =>
    Math.round(channel(from, at) * (1 - amount) + channel(to, at) * amount)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${blended.join('')}`;
}

export const isDark = (ink: Palette): boolean => ink.mood === 'night' || ink.mood === 'dusk';

export function shape(d: string, fill: string, opacity = 1): string {
  return `<path d="${d}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;
}

export function line(d: string, stroke: string, width: number, opacity = 1): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;
}

export function circle(x: number, y: number, r: number, fill: string, opacity = 1): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;
}

export function box(x: number, y: number, w: number, h: number, fill: string, opacity = 1): string {
  return `<path d="M${round(x)} ${round(y)}h${round(w)}v${round(h)}h${round(-w)}z" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;
}

export function group(markup: string, transform: string): string {
  return `<g transform="${transform}">${markup}</g>`;
}

function gradient(id: string, stops: readonly string[]): string {
  const parts = stops.map(
    (color, at) =>
      `<stop offset="${round((at / (stops.length - 1)) * 100)}%" stop-color="${color}"/>`,
  );
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${parts.join('')}</linearGradient>`;
}

export function polygon(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}z`;
}

/** The complete SVG, with a fine dot grain over everything that imitates print. */
export function sheet(width: number, height: number, body: string): string {
  const grain =
    '<pattern id="grain" width="46" height="46" patternUnits="userSpaceOnUse" patternTransform="rotate(17)">' +
    '<path d="M4 7h1M21 3h1M37 12h1M11 22h1M29 27h1M43 33h1M6 39h1M19 43h1M34 41h1M15 13h1" stroke="#fff" stroke-width="1.4" opacity=".16"/>' +
    '<path d="M9 3h1M27 9h1M41 20h1M3 29h1M22 33h1M37 37h1M13 36h1M31 17h1" stroke="#10292f" stroke-width="1.4" opacity=".12"/></pattern>';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${grain}</defs>${body}<path d="M0 0h${width}v${height}H0z" fill="url(#grain)"/></svg>`;
}

export interface SkyPlan {
  horizon: number;
  sunX: number;
  sunY: number;
  sunSize: number;
}

export function sky(stage: Stage, plan: SkyPlan): string {
  const { ink, random, width } = stage;
  const { horizon, sunX, sunY, sunSize } = plan;
  const out = [
    `<defs>${gradient('sky', ink.sky)}</defs>`,
    `<path d="M0 0h${width}v${round(horizon + 60)}H0z" fill="url(#sky)"/>`,
  ];
  if (ink.mood === 'night') {
    out.push(stars(stage, horizon * 0.8));
  }
  const style = ink.mood === 'night' ? 'halo' : random.pick(['halo', 'halo', 'rays', 'bands']);
  if (style === 'halo') {
    for (const [scale, opacity] of [
      [5.4, 0.1],
      [3.7, 0.13],
      [2.3, 0.18],
    ] as const) {
      out.push(circle(sunX, sunY, sunSize * scale, ink.sun, opacity));
    }
  } else if (style === 'rays') {
    const rays: string[] = [];
    const start = random.float(0, 0.2);
    for (let angle = start; angle < Math.PI * 2; angle += 0.262) {
      const far = width * 1.2;
      rays.push(
        `M${round(sunX)} ${round(sunY)}L${round(sunX + Math.cos(angle) * far)} ${round(sunY + Math.sin(angle) * far)} ${round(sunX + Math.cos(angle + 0.11) * far)} ${round(sunY + Math.sin(angle + 0.11) * far)}z`,
      );
    }
    out.push(
      `<clipPath id="skyClip"><path d="M0 0h${width}v${round(horizon + 60)}H0z"/></clipPath><g clip-path="url(#skyClip)">${shape(rays.join(''), ink.sun, 0.16)}</g>`,
      circle(sunX, sunY, sunSize * 1.9, ink.sun, 0.22),
    );
  } else {
    for (let band = 0; band < 5; band += 1) {
      const y = horizon * (0.28 + band * 0.15);
      const swing = random.float(10, 34);
      out.push(
        shape(
          `M0 ${round(y)}Q${round(width * 0.25)} ${round(y - swing)} ${round(width / 2)} ${round(y)}T${width} ${round(y)}V${round(horizon + 60)}H0z`,
          ink.sky[2],
          0.16,
        ),
      );
    }
    out.push(circle(sunX, sunY, sunSize * 1.8, ink.sun, 0.25));
  }
  out.push(circle(sunX, sunY, sunSize, ink.sun));
  if (ink.mood === 'night') {
    out.push(
      circle(
        sunX - sunSize * 0.3,
        sunY - sunSize * 0.2,
        sunSize * 0.16,
        mix(ink.sun, ink.haze, 0.25),
      ),
      circle(
        sunX + sunSize * 0.25,
        sunY + sunSize * 0.3,
        sunSize * 0.22,
        mix(ink.sun, ink.haze, 0.2),
      ),
    );
  }
  return out.join('');
}

function stars(stage: Stage, below: number): string {
  const { random, width } = stage;
  let small = '';
  let large = '';
  for (let i = 0; i < 34; i += 1) {
    const dot = `M${random.int(0, width)} ${random.int(8, round(below))}h0`;
    if (i % 5 === 0) large += dot;
    else small += dot;
  }
  return line(small, '#fff', 2.4, 0.55) + line(large, '#fff', 4.4, 0.8);
}

/** Flat-bottomed heaps and long streaks, as cut from paper. */
export function clouds(stage: Stage, top: number, bottom: number, count: number): string {
  const { ink, random, width } = stage;
  const out: string[] = [];
  const streaks = random.chance(0.45);
  for (let i = 0; i < count; i += 1) {
    const x = ((i + random.float(0.1, 0.9)) / count) * width - 80;
    const y = random.float(top, bottom);
    const scale = random.float(0.7, 1.35);
    const opacity = ink.mood === 'night' ? 0.55 : 0.9;
    if (streaks) {
      const w = 190 * scale;
      out.push(
        line(
          `M${round(x)} ${round(y)}h${round(w)}M${round(x + 60)} ${round(y - 20)}h${round(w * 0.5)}M${round(x - 40)} ${round(y + 20)}h${round(w * 0.62)}`,
          ink.cloud,
          20,
          opacity * 0.8,
        ),
      );
    } else {
      out.push(cloudHeap(random, x, y, scale, ink.cloud, opacity));
    }
  }
  return out.join('');
}

function cloudHeap(
  random: Random,
  x: number,
  y: number,
  scale: number,
  fill: string,
  opacity: number,
): string {
  const bumps = random.pick([
    [26, 44, 34, 22],
    [20, 34, 50, 32, 18],
    [24, 30, 42, 26],
  ]);
  let d = `M${round(x)} ${round(y)}`;
  let run = 0;
  bumps.forEach((bump, at) => {
    const r = bump * scale;
    const next = bumps[at + 1] ?? 0;
    const lift =
      at === bumps.length - 1
        ? run
        : at < bumps.length / 2 - 0.5
          ? -next * scale * 0.32
          : bump * scale * 0.3;
    run -= lift;
    d += `a${round(r)} ${round(r * 0.92)} 0 0 1 ${round(r * 1.5)} ${round(at === bumps.length - 1 ? run + lift : lift)}`;
  });
  return shape(`${d}V${round(y)}z`, fill, opacity);
}

export function birds(random: Random, x: number, y: number, color: string): string {
  let d = '';
  for (let i = 0; i < 4; i += 1) {
    const s = random.float(8, 15);
    d += `M${round(x + i * 38 + random.float(-9, 9))} ${round(y + random.float(-22, 22))}q${round(s / 2)} ${round(-s * 0.7)} ${round(s)} 0q${round(s / 2)} ${round(-s * 0.7)} ${round(s)} 0`;
  }
  return line(d, color, 3, 0.7);
}

/** A soft rolling ridge, filled down to `base`. */
export function ridge(
  random: Random,
  width: number,
  y: number,
  rise: number,
  base: number,
  fill: string,
  waves = 2,
): string {
  const phase = random.float(0, 6.28);
  const phase2 = random.float(0, 6.28);
  const points: [number, number][] = [];
  const steps = 12;
  for (let i = 0; i <= steps; i += 1) {
    const t = i / steps;
    const h =
      Math.sin(t * waves * 3.14 + phase) * 0.6 + Math.sin(t * waves * 7.3 + phase2) * 0.3 + 0.2;
    points.push([t * width, y - h * rise]);
  }
  return shape(smooth(points) + `V${round(base)}H0z`, fill);
}

function smooth(points: readonly (readonly [number, number])[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let d = `M${round(first[0])} ${round(first[1])}`;
  let previous = first;
  for (const point of rest) {
    const middle = (previous[0] + point[0]) / 2;
    d += `C${round(middle)} ${round(previous[1])} ${round(middle)} ${round(point[1])} ${round(point[0])} ${round(point[1])}`;
    previous = point;
  }
  return d;
}

/** A faceted peak: one lit side, one shaded side and, if `snow` is given, a torn snow cap. */
export function peak(
  random: Random,
  at: { x: number; base: number; w: number; h: number },
  colors: { lit: string; dark: string; snow?: string; snowDark?: string },
  snowLine = 0.42,
): string {
  const { x, base, w, h } = at;
  const top: [number, number] = [x, base - h];
  const left: [number, number][] = [];
  const right: [number, number][] = [];
  const spine: [number, number][] = [];
  const lean = random.float(-0.06, 0.12);
  for (let i = 1; i <= 4; i += 1) {
    const t = i / 4;
    const y = base - h * (1 - t);
    const jag = i < 4 ? random.float(-0.035, 0.035) * w : 0;
    left.push([x - (w / 2) * t + jag, y + (i < 4 ? random.float(-9, 9) : 0)]);
    right.push([x + (w / 2) * t + jag, y + (i < 4 ? random.float(-9, 9) : 0)]);
    spine.push([x + w * (lean * t + (i % 2 === 0 ? 0.05 : -0.04) * (0.4 + t)), y]);
  }
  const out = [
    shape(polygon([top, ...left, ...spine.slice().reverse()]), colors.lit),
    shape(polygon([top, ...right, ...spine.slice().reverse()]), colors.dark),
  ];
  if (colors.snow && colors.snowDark) {
    const s = snowLine;
    const edge = (t: number, side: number): [number, number] => [
      x + (w / 2) * t * side,
      base - h * (1 - t),
    ];
    const mid: [number, number] = [x + w * lean * s * 0.6, base - h * (1 - s * 1.12)];
    out.push(
      shape(
        polygon([
          top,
          edge(s * 0.92, -0.97),
          [x - w * s * 0.3, base - h * (1 - s * 0.72)],
          [x - w * s * 0.2, base - h * (1 - s * 1.05)],
          [x - w * s * 0.07, base - h * (1 - s * 0.74)],
          mid,
        ]),
        colors.snow,
      ),
      shape(
        polygon([
          top,
          mid,
          [x + w * s * 0.12, base - h * (1 - s * 0.7)],
          [x + w * s * 0.24, base - h * (1 - s * 1.02)],
          [x + w * s * 0.33, base - h * (1 - s * 0.8)],
          edge(s * 0.96, 0.97),
        ]),
        colors.snowDark,
      ),
    );
  }
  return out.join('');
}

export function water(
  stage: Stage,
  top: number,
  bottom: number,
  colors: readonly string[],
  glow?: { x: number; color: string },
): string {
  const { random, width } = stage;
  const out = [
    `<defs>${gradient('sea', colors)}</defs>`,
    `<path d="M0 ${round(top)}h${width}v${round(bottom - top)}H0z" fill="url(#sea)"/>`,
  ];
  let light = '';
  let dark = '';
  for (let i = 0; i < 26; i += 1) {
    const t = Math.pow(random.next(), 1.5);
    const y = top + 8 + t * (bottom - top - 10);
    const w = (20 + random.float(10, 90)) * (0.5 + t);
    const stroke = `M${random.int(-20, width)} ${round(y)}h${round(w)}`;
    if (i % 2 === 0) light += stroke;
    else dark += stroke;
  }
  out.push(line(light, '#fff', 3, 0.28), line(dark, stage.ink.ink, 3, 0.1));
  if (glow) {
    let dashes = '';
    for (let i = 0; i < 15; i += 1) {
      const t = i / 15;
      const y = top + 5 + t * t * (bottom - top) * 0.96;
      const w = 40 + random.float(20, 100) * (0.5 + t);
      dashes += `M${round(glow.x - w / 2 + random.float(-26, 26) * (0.3 + t))} ${round(y)}h${round(w)}`;
    }
    out.push(line(dashes, glow.color, 5, 0.75));
  }
  return out.join('');
}

/** Feathered fronds round a crown at 0,0, for one palm of about 150 units. */
function palmCrown(random: Random, dark: string, light: string): string {
  const angles = [-172, -148, -118, -84, -52, -26, -4, 14, 166].map((a) => a + random.float(-8, 8));
  const back: string[] = [];
  const front: string[] = [];
  angles.forEach((angle, at) => {
    (at % 2 === 0 ? back : front).push(frond(random, angle, random.float(112, 150)));
  });
  return (
    shape(back.join(''), dark) +
    shape(front.join(''), light) +
    `<path d="M-9 4a8 8 0 1 0 16 2a8 8 0 1 0-16-2M5 9a7 7 0 1 0 13 2" fill="${dark}"/>`
  );
}

function frond(random: Random, degrees: number, length: number): string {
  const angle = (degrees / 180) * Math.PI;
  const dx = Math.cos(angle);
  const tip: [number, number] = [dx * length, Math.sin(angle) * length * 0.62 + length * 0.42];
  const bend: [number, number] = [
    dx * length * 0.55,
    Math.sin(angle) * length * 0.86 - length * 0.1,
  ];
  const spine = (t: number): [number, number] => [
    2 * (1 - t) * t * bend[0] + t * t * tip[0],
    2 * (1 - t) * t * bend[1] + t * t * tip[1],
  ];
  let d = `M0 0Q${round(bend[0])} ${round(bend[1])} ${round(tip[0])} ${round(tip[1])}`;
  const side = dx >= 0 ? 1 : -1;
  for (let i = 5; i >= 1; i -= 1) {
    const t = i / 6;
    const [sx, sy] = spine(t);
    const drop = length * 0.27 * Math.sin(Math.min(1, t + 0.25) * 2.6) + random.float(0, 6);
    const leafletX = round(side * drop * 0.35);
    const leafletY = round(drop);
    d += `L${round(sx + leafletX)} ${round(sy + leafletY)}l${-leafletX} ${5 - leafletY}`;
  }
  return `${d}z`;
}

export interface PalmPlan {
  x: number;
  base: number;
  height: number;
  lean: number;
  crown: string;
  size?: number;
  trunk: string;
}

export function palm(plan: PalmPlan): string {
  const { x, base, height, lean, crown, trunk } = plan;
  const size = plan.size ?? height / 330;
  const tx = x + lean;
  const ty = base - height;
  const w = Math.max(5, size * 17);
  const bendX = x + lean * 0.16;
  const d = `M${round(x - w * 0.75)} ${round(base)}Q${round(bendX - w * 0.5)} ${round(base - height * 0.55)} ${round(tx - w * 0.3)} ${round(ty)}h${round(w * 0.62)}Q${round(bendX + w * 0.6)} ${round(base - height * 0.5)} ${round(x + w * 0.75)} ${round(base)}z`;
  return (
    shape(d, trunk) +
    `<use href="#${crown}" transform="translate(${round(tx)} ${round(ty)}) scale(${(lean < 0 ? -size : size).toFixed(2)} ${size.toFixed(2)})"/>`
  );
}

export function defineCrown(id: string, random: Random, dark: string, light: string): string {
  return `<defs><g id="${id}">${palmCrown(random, dark, light)}</g></defs>`;
}

/** Blades fanning out of a corner: quiet, dark foreground foliage. */
export function foliage(
  random: Random,
  x: number,
  y: number,
  size: number,
  colors: readonly [string, string],
): string {
  const layers: [string, string] = ['', ''];
  for (let i = 0; i < 9; i += 1) {
    const angle = -Math.PI * (0.06 + (i / 8) * 0.88) + random.float(-0.1, 0.1);
    const length = size * random.float(0.65, 1.05);
    const tx = x + Math.cos(angle) * length;
    const ty = y + Math.sin(angle) * length;
    const nx = -Math.sin(angle) * size * 0.13;
    const ny = Math.cos(angle) * size * 0.13;
    const mx = x + Math.cos(angle) * length * 0.5;
    const my = y + Math.sin(angle) * length * 0.5;
    const d = `M${round(x)} ${round(y)}Q${round(mx + nx)} ${round(my + ny)} ${round(tx)} ${round(ty)}Q${round(mx - nx)} ${round(my - ny)} ${round(x)} ${round(y)}`;
    if (i % 2 === 0) layers[0] += d;
    else layers[1] += d;
  }
  return shape(layers[0], colors[0]) + shape(layers[1], colors[1]);
}

export function definePine(id: string, dark: string, light: string, snow?: string): string {
  const caps = snow
    ? `<path d="M0-150l13 34-8-5-5 7-6-7-8 5zM-24-92q12 8 24-2 12 10 24 2l-6-10-8 3-10-8-10 8-8-3zM-31-46q14 9 31-2 17 11 31 2l-7-11-12 4-12-9-12 9-12-4z" fill="${snow}"/>`
    : '';
  return `<defs><g id="${id}"><path d="M-5 0h10v-20H-5z" fill="${dark}"/><path d="M0-150L18-104H8L30-62H13L40-16H-40L-13-62H-30L-8-104H-18z" fill="${light}"/><path d="M0-150L18-104H8L30-62H13L40-16H4z" fill="${dark}"/>${caps}</g></defs>`;
}

export function pines(
  random: Random,
  id: string,
  area: { from: number; to: number; y: number; drop?: number },
  count: number,
  size: readonly [number, number],
): string {
  const out: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const t = (i + random.float(0.15, 0.85)) / count;
    const x = area.from + t * (area.to - area.from);
    const y = area.y + (area.drop ?? 0) * t + random.float(-6, 10);
    const s = random.float(size[0], size[1]);
    out.push(
      `<use href="#${id}" transform="translate(${round(x)} ${round(y)}) scale(${s.toFixed(2)})"/>`,
    );
  }
  return out.join('');
}

/** Round-headed broadleaf trees in a row. */
export function grove(
  random: Random,
  area: { from: number; to: number; y: number },
  count: number,
  size: number,
  colors: readonly [string, string],
): string {
  let dark = '';
  let light = '';
  for (let i = 0; i < count; i += 1) {
    const x = area.from + ((i + random.float(0.1, 0.9)) / count) * (area.to - area.from);
    const r = size * random.float(0.7, 1.2);
    const y = area.y - r * 0.6;
    dark += `M${round(x - r)} ${round(area.y + 6)}V${round(y)}a1 1 0 0 1 ${round(r * 2)} 0V${round(area.y + 6)}z`;
    light += `M${round(x - r * 0.7)} ${round(y)}q0${round(-r * 0.6)} ${round(r)} ${round(-r * 0.6)}q${round(-r * 0.75)} ${round(r * 0.1)} ${round(-r)} ${round(r * 0.6)}z`;
  }
  return shape(dark, colors[0]) + shape(light, colors[1], 0.8);
}

export function umbrella(
  x: number,
  y: number,
  size: number,
  color: string,
  stripe: string,
): string {
  const s = size;
  const dome = `M${round(x - s)} ${round(y)}Q${round(x - s * 0.9)} ${round(y - s * 0.95)} ${round(x)} ${round(y - s)}Q${round(x + s * 0.9)} ${round(y - s * 0.95)} ${round(x + s)} ${round(y)}z`;
  const middle = `M${round(x - s * 0.36)} ${round(y)}Q${round(x - s * 0.3)} ${round(y - s * 0.8)} ${round(x)} ${round(y - s)}Q${round(x + s * 0.3)} ${round(y - s * 0.8)} ${round(x + s * 0.36)} ${round(y)}z`;
  return (
    `<ellipse cx="${round(x + s * 0.5)}" cy="${round(y + s * 1.12)}" rx="${round(s * 1.05)}" ry="${round(s * 0.15)}" fill="#10292f" opacity=".16"/>` +
    line(`M${round(x)} ${round(y - s * 0.9)}V${round(y + s * 1.1)}`, '#fff', Math.max(2, s / 14)) +
    shape(dome, color) +
    shape(middle, stripe) +
    shape(
      `M${round(x + s * 0.18)} ${round(y + s * 1.05)}l${round(s * 0.85)} ${round(-s * 0.16)}l${round(s * 0.36)} ${round(-s * 0.42)}l${round(s * 0.1)} ${round(s * 0.06)}l${round(-s * 0.34)} ${round(s * 0.52)}l${round(-s * 0.97)} ${round(s * 0.2)}z`,
      stripe,
    )
  );
}

export function sailboat(
  x: number,
  y: number,
  size: number,
  hull: string,
  sail: string,
  jib: string,
): string {
  const s = size;
  return group(
    shape('M-46 0H50L36 18H-32z', hull) +
      shape('M2-8V-118Q44-60 48-8z', sail) +
      shape('M-6-8V-96Q-34-46-44-8z', jib) +
      line('M-2 0V-122', hull, 4) +
      shape('M-40 24H44L30 30H-22z', hull, 0.22),
    `translate(${round(x)} ${round(y)}) scale(${s.toFixed(2)})`,
  );
}

export function lighthouse(
  x: number,
  base: number,
  height: number,
  ink: Palette,
  stripes = true,
): string {
  const h = height;
  const half = (t: number): number => h * (0.1 - 0.035 * t);
  const band = (from: number, to: number): string =>
    polygon([
      [x - half(from), base - h * 0.78 * from],
      [x - half(to), base - h * 0.78 * to],
      [x + half(to), base - h * 0.78 * to],
      [x + half(from), base - h * 0.78 * from],
    ]);
  const parts = [shape(band(0, 1), ink.wall)];
  if (stripes) {
    parts.push(shape(band(0.14, 0.34) + band(0.54, 0.74), ink.accent));
  }
  const top = base - h * 0.78;
  parts.push(
    shape(
      polygon([
        [x + half(0) * 0.3, base],
        [x + half(1) * 0.3, top],
        [x + half(1), top],
        [x + half(0), base],
      ]),
      ink.ink,
      0.16,
    ),
    box(x - h * 0.09, top - h * 0.025, h * 0.18, h * 0.03, ink.ink),
    box(x - h * 0.045, top - h * 0.115, h * 0.09, h * 0.09, ink.lit),
    shape(
      `M${round(x - h * 0.06)} ${round(top - h * 0.112)}h${round(h * 0.12)}L${round(x)} ${round(top - h * 0.2)}z`,
      ink.roof,
    ),
  );
  if (isDark(ink)) {
    parts.unshift(
      shape(
        `M${round(x)} ${round(top - h * 0.07)}l${round(h * 1.9)} ${round(-h * 0.3)}v${round(h * 0.42)}z`,
        ink.lit,
        0.22,
      ),
    );
  }
  return parts.join('');
}
