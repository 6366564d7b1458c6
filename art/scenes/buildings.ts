import type { Random } from '#common/random.ts';
import { box, circle, isDark, line, mix, polygon, round, shape } from './kit.ts';
import type { Palette } from './palettes.ts';

export interface Plot {
  x: number;
  base: number;
  w: number;
  h: number;
}

function windowColor(ink: Palette): string {
  return isDark(ink) ? ink.lit : mix(ink.sea, ink.wall, 0.25);
}

/** Windows as one path; after dark only some of them are lit. */
function windows(
  random: Random,
  plot: Plot,
  cell: { w: number; h: number; gapX: number; gapY: number },
  ink: Palette,
  lit = 0.62,
): string {
  const columns = Math.max(1, Math.floor((plot.w - cell.gapX) / (cell.w + cell.gapX)));
  const rows = Math.max(1, Math.floor((plot.h - cell.gapY) / (cell.h + cell.gapY)));
  const left = plot.x + (plot.w - columns * (cell.w + cell.gapX) + cell.gapX) / 2;
  let on = '';
  let off = '';
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const d = `M${round(left + column * (cell.w + cell.gapX))} ${round(plot.base - plot.h + cell.gapY + row * (cell.h + cell.gapY) + cell.h / 2)}h${round(cell.w)}`;
      if (random.chance(lit)) on += d;
      else off += d;
    }
  }
  const panes = (d: string, color: string, opacity: number): string =>
    `<path d="${d}" stroke="${color}" stroke-width="${cell.h}" opacity="${opacity}"/>`;
  return (
    panes(on, windowColor(ink), isDark(ink) ? 0.95 : 0.85) +
    panes(off, isDark(ink) ? ink.ink : mix(ink.sea, ink.wall, 0.45), 0.55)
  );
}

/** A hotel slab with balconies: floors as stripes, a shaded end wall and a roof line. */
export function tower(
  random: Random,
  plot: Plot,
  ink: Palette,
  crown: 'flat' | 'hip' | 'slant' | 'terrace' = 'flat',
): string {
  const { x, base, w, h } = plot;
  const side = w * 0.24;
  const floor = 24;
  let slabs = '';
  for (let y = base - h + floor; y < base - 16; y += floor) {
    slabs += `M${round(x)} ${round(y)}h${round(w - side)}`;
  }
  const out: string[] = [];
  if (crown === 'hip') {
    out.push(
      shape(
        polygon([
          [x - 8, base - h],
          [x + w * 0.2, base - h - w * 0.26],
          [x + w * 0.8, base - h - w * 0.26],
          [x + w + 8, base - h],
        ]),
        ink.roof,
      ),
    );
  } else if (crown === 'slant') {
    out.push(
      shape(
        polygon([
          [x, base - h],
          [x, base - h - w * 0.3],
          [x + w - side, base - h],
        ]),
        ink.wall,
      ),
      shape(
        polygon([
          [x, base - h - w * 0.3],
          [x + w - side, base - h],
          [x + w, base - h],
        ]),
        ink.roof,
      ),
    );
  } else if (crown === 'terrace') {
    out.push(
      box(x + w * 0.16, base - h - 24, w * 0.52, 26, ink.wall),
      box(x + w * 0.5, base - h - 24, w * 0.18, 26, ink.shade),
      box(x + w * 0.12, base - h - 30, w * 0.6, 7, ink.roof),
    );
  } else {
    out.push(box(x - 5, base - h - 9, w + 10, 11, ink.roof));
  }
  out.push(
    box(x, base - h, w, h, ink.wall),
    windows(
      random,
      { x: x + 3, base, w: w - side - 6, h },
      { w: 15, h: 13, gapX: 8, gapY: 11 },
      ink,
    ),
    line(slabs, mix(ink.wall, '#ffffff', isDark(ink) ? 0.12 : 0.55), 3),
    box(x + w - side, base - h, side, h, ink.shade),
  );
  return out.join('');
}

/** A long curved hotel stepping down to both ends. */
export function terraces(random: Random, plot: Plot, ink: Palette, green: string): string {
  const { x, base, w, h } = plot;
  const steps = 4;
  const out: string[] = [];
  for (let i = 0; i < steps; i += 1) {
    const inset = (w / 2 / steps) * i * 0.82;
    const tier = h / steps;
    const y = base - tier * i;
    out.push(
      box(x + inset, y - tier, w - inset * 2, tier + 1, ink.wall),
      windows(
        random,
        { x: x + inset + 6, base: y, w: w - inset * 2 - 12, h: tier },
        { w: 17, h: 15, gapX: 12, gapY: (tier - 15) / 2 },
        ink,
        0.75,
      ),
      shape(
        polygon([
          [x + w - inset - (w - inset * 2) * 0.22, y],
          [x + w - inset - (w - inset * 2) * 0.22, y - tier],
          [x + w - inset, y - tier],
          [x + w - inset, y],
        ]),
        ink.shade,
        0.55,
      ),
      box(x + inset - 4, y - tier - 5, w - inset * 2 + 8, 7, i === steps - 1 ? ink.roof : green),
    );
  }
  return out.join('');
}

/** A row of hip-roofed villas, two or three floors, with arched ground floors. */
export function villas(random: Random, plot: Plot, ink: Palette, count: number): string {
  const { x, base, w, h } = plot;
  const each = w / count;
  const out: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const vh = h * random.float(0.72, 1.08);
    const vx = x + i * each;
    const vw = each * 1.02;
    const top = base - vh;
    const tint = mix(ink.wall, ink.accent, i % 3 === 1 ? 0.14 : 0);
    const roofH = Math.min(vh * 0.34, vw * 0.3);
    out.push(
      box(vx, top, vw, vh, tint),
      box(vx + vw * 0.74, top, vw * 0.26, vh, ink.shade, 0.75),
      windows(
        random,
        { x: vx + 4, base: base - vh * 0.36, w: vw * 0.7, h: vh * 0.6 },
        { w: 14, h: 17, gapX: 13, gapY: 13 },
        ink,
        0.8,
      ),
    );
    let arches = '';
    const arch = vw * 0.17;
    for (let a = 0; a < 3; a += 1) {
      const ax = vx + vw * 0.07 + a * arch * 1.35;
      arches += `M${round(ax)} ${round(base)}v${round(-vh * 0.17)}a${round(arch / 2)} ${round(arch / 2)} 0 0 1 ${round(arch)} 0V${round(base)}z`;
    }
    out.push(
      shape(arches, isDark(ink) ? ink.lit : ink.shade, isDark(ink) ? 0.9 : 1),
      shape(
        polygon([
          [vx - 10, top + 3],
          [vx + vw * 0.22, top - roofH],
          [vx + vw * 0.8, top - roofH],
          [vx + vw + 10, top + 3],
        ]),
        ink.roof,
      ),
      shape(
        polygon([
          [vx + vw * 0.72, top + 3],
          [vx + vw * 0.66, top - roofH],
          [vx + vw * 0.8, top - roofH],
          [vx + vw + 10, top + 3],
        ]),
        ink.ink,
        0.2,
      ),
    );
  }
  return out.join('');
}

/** A gabled mountain lodge on a stone base; the roof may carry snow. */
export function lodge(
  random: Random,
  plot: Plot,
  ink: Palette,
  timber: string,
  snow?: string,
): string {
  const { x, base, w, h } = plot;
  const out: string[] = [];
  const wing = (wx: number, ww: number, wh: number): void => {
    const top = base - wh;
    const roofH = ww * 0.36;
    out.push(
      box(wx, top, ww, wh, timber),
      shape(
        polygon([
          [wx, top],
          [wx + ww / 2, top - roofH],
          [wx + ww, top],
        ]),
        timber,
      ),
      box(wx + ww * 0.7, top, ww * 0.3, wh, ink.ink, 0.18),
      windows(
        random,
        { x: wx + 6, base: base - wh * 0.2, w: ww - 12, h: wh * 0.8 },
        { w: 14, h: 18, gapX: 14, gapY: 15 },
        ink,
        0.85,
      ),
      shape(
        polygon([
          [wx + ww / 2 - 11, top - roofH * 0.12],
          [wx + ww / 2 - 11, top - roofH * 0.46],
          [wx + ww / 2, top - roofH * 0.62],
          [wx + ww / 2 + 11, top - roofH * 0.46],
          [wx + ww / 2 + 11, top - roofH * 0.12],
        ]),
        windowColor(ink),
      ),
      box(wx, base - wh * 0.17, ww, wh * 0.17, mix(ink.shade, ink.ink, 0.35)),
      line(
        `M${round(wx - 16)} ${round(top + 11)}L${round(wx + ww / 2)} ${round(top - roofH)}L${round(wx + ww + 16)} ${round(top + 11)}`,
        snow ?? ink.roof,
        snow ? 17 : 13,
      ),
    );
    if (snow) {
      out.push(
        line(
          `M${round(wx - 15)} ${round(top + 21)}L${round(wx + ww / 2)} ${round(top - roofH + 10)}L${round(wx + ww + 15)} ${round(top + 21)}`,
          mix(timber, ink.ink, 0.5),
          4,
        ),
      );
    }
  };
  out.push(box(x + w * 0.1, base - h * 0.62, w * 0.8, h * 0.62, timber));
  out.push(
    windows(
      random,
      { x: x + w * 0.14, base: base - h * 0.1, w: w * 0.72, h: h * 0.5 },
      { w: 14, h: 18, gapX: 14, gapY: 15 },
      ink,
      0.85,
    ),
    box(x + w * 0.08, base - h * 0.7, w * 0.84, h * 0.1, snow ?? ink.roof),
    box(x + w * 0.26, base - h * 1.02, w * 0.035, h * 0.4, mix(ink.shade, ink.ink, 0.35)),
  );
  wing(x, w * 0.3, h * 0.66);
  wing(x + w * 0.7, w * 0.3, h * 0.62);
  wing(x + w * 0.36, w * 0.3, h * 0.8);
  return out.join('');
}

/** A generic fairground castle: spires, flags, a gate. */
export function castle(plot: Plot, ink: Palette): string {
  const { x, base, w, h } = plot;
  const out: string[] = [];
  const turret = (cx: number, tw: number, th: number, roofH: number): void => {
    out.push(
      box(cx - tw / 2, base - th, tw, th, ink.wall),
      box(cx + tw * 0.12, base - th, tw * 0.38, th, ink.shade),
      shape(
        polygon([
          [cx - tw * 0.68, base - th],
          [cx, base - th - roofH],
          [cx + tw * 0.68, base - th],
        ]),
        ink.roof,
      ),
      shape(
        polygon([
          [cx + tw * 0.1, base - th],
          [cx, base - th - roofH],
          [cx + tw * 0.68, base - th],
        ]),
        ink.ink,
        0.25,
      ),
      line(`M${round(cx)} ${round(base - th - roofH)}v-16`, ink.ink, 3),
      shape(`M${round(cx)} ${round(base - th - roofH - 18)}l20 6l-20 7z`, ink.accent),
      box(cx - 4, base - th + 16, 8, 18, windowColor(ink)),
    );
  };
  turret(x + w * 0.5, w * 0.16, h * 0.66, h * 0.3);
  turret(x + w * 0.3, w * 0.13, h * 0.5, h * 0.24);
  turret(x + w * 0.7, w * 0.13, h * 0.46, h * 0.24);
  out.push(box(x + w * 0.14, base - h * 0.34, w * 0.72, h * 0.34, ink.wall));
  let teeth = '';
  for (let i = 0; i < 9; i += 1) {
    teeth += `M${round(x + w * 0.14 + i * w * 0.082)} ${round(base - h * 0.34)}v-11h${round(w * 0.042)}v11z`;
  }
  out.push(
    shape(teeth, ink.wall),
    box(x + w * 0.66, base - h * 0.34, w * 0.2, h * 0.34, ink.shade, 0.8),
  );
  turret(x + w * 0.1, w * 0.15, h * 0.42, h * 0.2);
  turret(x + w * 0.9, w * 0.15, h * 0.4, h * 0.2);
  out.push(
    shape(
      `M${round(x + w * 0.42)} ${round(base)}v${round(-h * 0.13)}a${round(w * 0.08)} ${round(w * 0.09)} 0 0 1 ${round(w * 0.16)} 0V${round(base)}z`,
      isDark(ink) ? ink.lit : ink.ink,
      0.85,
    ),
  );
  return out.join('');
}

export function ferrisWheel(x: number, base: number, r: number, ink: Palette): string {
  const cy = base - r - 28;
  let spokes = '';
  const cabins: string[] = [];
  const colors = [ink.accent, ink.lit, ink.wall];
  for (let i = 0; i < 14; i += 1) {
    const a = (i / 14) * Math.PI * 2;
    const px = x + Math.cos(a) * r;
    const py = cy + Math.sin(a) * r;
    spokes += `M${round(x)} ${round(cy)}L${round(px)} ${round(py)}`;
    cabins.push(circle(px, py + 5, r * 0.075, colors[i % 3] ?? ink.accent));
  }
  const frame = isDark(ink) ? ink.wall : ink.ink;
  return (
    line(
      `M${round(x)} ${round(cy)}L${round(x - r * 0.5)} ${round(base)}M${round(x)} ${round(cy)}L${round(x + r * 0.5)} ${round(base)}`,
      frame,
      9,
    ) +
    line(spokes, frame, 2.5, 0.75) +
    `<circle cx="${round(x)}" cy="${round(cy)}" r="${round(r)}" fill="none" stroke="${frame}" stroke-width="6"/>` +
    `<circle cx="${round(x)}" cy="${round(cy)}" r="${round(r * 0.86)}" fill="none" stroke="${ink.accent}" stroke-width="3"/>` +
    cabins.join('') +
    circle(x, cy, r * 0.1, ink.accent)
  );
}

export function skyscraper(
  random: Random,
  plot: Plot,
  ink: Palette,
  style: 'block' | 'curve' | 'spire' | 'stepped' | 'wedge',
): string {
  const { x, base, w, h } = plot;
  const body = random.pick([ink.wall, mix(ink.wall, ink.haze, 0.4), mix(ink.wall, ink.shade, 0.5)]);
  const out: string[] = [];
  if (style === 'curve') {
    out.push(
      shape(
        `M${round(x)} ${round(base)}V${round(base - h)}Q${round(x + w)} ${round(base - h * 0.98)} ${round(x + w)} ${round(base - h * 0.72)}V${round(base)}z`,
        body,
      ),
    );
  } else if (style === 'wedge') {
    out.push(
      shape(
        polygon([
          [x, base],
          [x, base - h],
          [x + w, base - h * 0.84],
          [x + w, base],
        ]),
        body,
      ),
    );
  } else if (style === 'stepped') {
    out.push(
      box(x, base - h * 0.7, w, h * 0.7, body),
      box(x + w * 0.16, base - h * 0.88, w * 0.68, h * 0.2, body),
      box(x + w * 0.32, base - h, w * 0.36, h * 0.14, body),
    );
  } else {
    out.push(box(x, base - h, w, h, body));
    if (style === 'spire') {
      out.push(
        shape(
          polygon([
            [x, base - h],
            [x + w / 2, base - h - w * 0.9],
            [x + w, base - h],
          ]),
          ink.roof,
        ),
        line(`M${round(x + w / 2)} ${round(base - h - w * 0.9)}v-34`, ink.lit, 4),
      );
    } else {
      out.push(box(x + w * 0.12, base - h - 16, w * 0.76, 9, ink.accent));
    }
  }
  const clear =
    style === 'curve' ? 0.74 : style === 'stepped' ? 0.68 : style === 'wedge' ? 0.82 : 0.97;
  out.push(
    windows(
      random,
      { x: x + 5, base, w: w - 10, h: h * clear },
      random.pick([
        { w: 10, h: 14, gapX: 10, gapY: 17 },
        { w: 17, h: 9, gapX: 8, gapY: 16 },
        { w: 9, h: 22, gapX: 10, gapY: 14 },
      ]),
      ink,
      random.float(0.4, 0.7),
    ),
    shape(
      `M${round(x + w * 0.78)} ${round(base)}V${round(base - h * clear)}h${round(w * 0.22)}V${round(base)}z`,
      ink.ink,
      0.22,
    ),
  );
  return out.join('');
}
