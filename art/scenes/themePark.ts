import { castle, ferrisWheel, lodge, tower, villas } from './buildings.ts';
import {
  box,
  clouds,
  defineCrown,
  definePine,
  foliage,
  grove,
  isDark,
  line,
  mix,
  palm,
  pines,
  ridge,
  round,
  shape,
  sky,
  birds,
  type DrawScene,
  type Stage,
} from './kit.ts';

/** Holiday-park country: wheels, coasters, spires or a savanna, with the resort in front. */
export const drawThemePark: DrawScene = (stage) => {
  if (stage.layout === 'savanna') return savanna(stage);
  const { ink, random, layout } = stage;
  const flip = random.chance(0.5);
  const base = 520;
  const green = mix(ink.leaf, ink.haze, 0.12);
  const body = [
    sky(stage, {
      horizon: base,
      sunX: random.int(200, 700),
      sunY: random.int(150, 290),
      sunSize: random.int(50, 72),
    }),
    clouds(stage, 80, 260, 3),
    defineCrown('far', random, mix(ink.leaf, ink.ink, 0.4), mix(ink.leaf, ink.seaLight, 0.05)),
    defineCrown('near', random, ink.ink, mix(ink.leaf, ink.ink, 0.45)),
    definePine('pine', mix(ink.ink, ink.leaf, 0.35), mix(ink.leaf, ink.ink, 0.2)),
    balloons(stage),
    ridge(random, 1200, base - 50, 40, base + 140, mix(ink.leaf, ink.haze, 0.6), 2),
  ];
  const quiet = {
    ...ink,
    wall: mix(ink.wall, ink.haze, 0.25),
    shade: mix(ink.shade, ink.haze, 0.2),
  };
  if (layout === 'wheel') {
    body.push(
      coaster(stage, 20, 660, base, 170),
      ferrisWheel(random.int(330, 400), base, 190, ink),
    );
  } else if (layout === 'slides') {
    body.push(coaster(stage, 500, 1220, base, 210), slides(stage, base));
  } else if (layout === 'lodge') {
    body.push(coaster(stage, 40, 720, base, 220), ferrisWheel(180, base, 130, ink));
  } else {
    body.push(castle({ x: random.int(130, 200), base, w: 400, h: 400 }, quiet));
  }
  body.push(
    grove(random, { from: -20, to: 1220, y: base + 16 }, 24, 34, [
      mix(ink.leaf, ink.haze, 0.25),
      mix(ink.leaf, ink.haze, 0.4),
    ]),
  );
  if (layout === 'lodge') {
    body.push(
      pines(random, 'pine', { from: 620, to: 1200, y: base + 50 }, 7, [0.9, 1.4]),
      lodge(
        random,
        { x: 660, base: base + 84, w: 500, h: 270 },
        ink,
        mix(mix(ink.roof, ink.sand, 0.45), ink.ink, 0.18),
      ),
    );
  } else if (layout === 'slides') {
    body.push(villas(random, { x: 760, base: base + 70, w: 460, h: 140 }, ink, 3));
  } else {
    body.push(
      tower(random, { x: 760, base: base + 70, w: 140, h: 220 }, ink, 'hip'),
      tower(random, { x: 1040, base: base + 70, w: 170, h: 235 }, ink, 'hip'),
      villas(random, { x: 880, base: base + 74, w: 180, h: 150 }, ink, 1),
    );
  }
  body.push(
    shape(
      `M-10 ${base + 60}C240 ${base + 20} 420 ${base + 84} 660 ${base + 66}S1040 ${base + 60} 1210 ${base + 70}V810H-10z`,
      mix(green, ink.lit, 0.14),
    ),
    shape(
      `M-10 ${base + 120}C300 ${base + 90} 700 ${base + 150} 1210 ${base + 110}V810H-10z`,
      mix(green, ink.ink, 0.16),
    ),
    ...[640, 740, 900, 1030, 1150].map((x) =>
      layout === 'lodge'
        ? ''
        : palm({
            x: x + random.int(-22, 22),
            base: base + 84,
            height: random.int(130, 200),
            lean: random.int(-20, 16),
            crown: 'far',
            size: 0.55,
            trunk: mix(ink.ink, ink.sand, 0.25),
          }),
    ),
    lagoon(stage, base),
  );
  const markup = body.join('');
  const framed = flip ? `<g transform="matrix(-1 0 0 1 1200 0)">${markup}</g>` : markup;
  const at = flip ? 1130 : 70;
  const dark = mix(ink.leaf, ink.ink, 0.5);
  const near =
    layout === 'lodge'
      ? pines(random, 'pine', { from: at - 80, to: at + 80, y: 800 }, 2, [2.1, 2.7])
      : palm({
          x: at,
          base: 830,
          height: random.int(430, 560),
          lean: (flip ? -1 : 1) * random.int(-30, 70),
          crown: 'near',
          size: 1.2,
          trunk: ink.ink,
        }) + foliage(random, at, 830, 190, [ink.ink, dark]);
  return framed + near + foliage(random, flip ? 40 : 1160, 840, 190, [dark, ink.ink]);
};

function balloons(stage: Stage): string {
  const { ink, random } = stage;
  const out: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    const x = random.int(560, 1120);
    const y = random.int(90, 260);
    const r = random.int(24, 46);
    out.push(
      shape(
        `M${x - r} ${y}a${r} ${r} 0 0 1 ${r * 2} 0Q${x + r} ${round(y + r * 0.7)} ${round(x + r * 0.25)} ${round(y + r * 1.35)}H${round(x - r * 0.25)}Q${x - r} ${round(y + r * 0.7)} ${x - r} ${y}z`,
        random.pick([ink.accent, ink.roof, ink.sea]),
      ),
      shape(
        `M${round(x - r * 0.36)} ${round(y - r * 0.93)}Q${round(x - r * 0.7)} ${round(y + r * 0.4)} ${round(x - r * 0.12)} ${round(y + r * 1.35)}H${round(x + r * 0.12)}Q${round(x + r * 0.7)} ${round(y + r * 0.4)} ${round(x + r * 0.36)} ${round(y - r * 0.93)}z`,
        ink.lit,
      ),
      box(x - r * 0.2, y + r * 1.55, r * 0.4, r * 0.3, ink.ink),
    );
  }
  return out.join('');
}

function coaster(stage: Stage, from: number, to: number, base: number, height: number): string {
  const { ink } = stage;
  const w = to - from;
  const points: [number, number][] = [
    [from, base - height * 0.2],
    [from + w * 0.18, base - height],
    [from + w * 0.34, base - height * 0.22],
    [from + w * 0.5, base - height * 0.74],
    [from + w * 0.64, base - height * 0.18],
    [from + w * 0.8, base - height * 0.5],
    [to, base - height * 0.12],
  ];
  let d = `M${round(points[0]?.[0] ?? 0)} ${round(points[0]?.[1] ?? 0)}`;
  let posts = '';
  points.slice(1).forEach(([x, y], at) => {
    const [px, py] = points[at] ?? [x, y];
    const mid = (px + x) / 2;
    d += `C${round(mid)} ${round(py)} ${round(mid)} ${round(y)} ${round(x)} ${round(y)}`;
    for (let i = 0; i < 4; i += 1) {
      const t = i / 4;
      const ease = t * t * (3 - 2 * t);
      posts += `M${round(px + (x - px) * t)} ${round(py + (y - py) * ease)}V${base}`;
    }
  });
  const frame = isDark(ink) ? mix(ink.wall, ink.shade, 0.4) : mix(ink.wall, '#ffffff', 0.3);
  return line(posts, frame, 4, 0.75) + line(d, ink.accent, 11) + line(d, frame, 3);
}

function slides(stage: Stage, base: number): string {
  const { ink } = stage;
  const out: string[] = [
    line(
      `M170 ${base}V${base - 250}M250 ${base}V${base - 250}M160 ${base - 130}H260`,
      mix(ink.shade, ink.ink, 0.3),
      12,
    ),
    shape(`M140 ${base - 246}h140l-70-70z`, ink.roof),
    box(152, base - 250, 116, 20, ink.wall),
  ];
  const tubes = [ink.accent, ink.lit, ink.seaLight];
  tubes.forEach((color, i) => {
    const y = base - 228 + i * 52;
    out.push(
      line(
        `M${240 - i * 20} ${y}C${440 + i * 40} ${y - 10} ${480 - i * 30} ${y + 86} ${330 + i * 20} ${y + 90}S${300 - i * 20} ${base - 20} ${520 - i * 90} ${base + 20}`,
        ink.ink,
        29,
        0.22,
      ),
      line(
        `M${240 - i * 20} ${y}C${440 + i * 40} ${y - 10} ${480 - i * 30} ${y + 86} ${330 + i * 20} ${y + 90}S${300 - i * 20} ${base - 20} ${520 - i * 90} ${base + 20}`,
        color,
        22,
      ),
    );
  });
  return out.join('');
}

function lagoon(stage: Stage, base: number): string {
  const { ink, random } = stage;
  const y = base + 150;
  const pool = isDark(ink)
    ? mix(ink.sea, '#3BC0C4', 0.42)
    : mix(mix(ink.sea, ink.seaLight, 0.5), '#3BC0C4', 0.4);
  let glints = '';
  for (let i = 0; i < 16; i += 1) {
    glints += `M${random.int(330, 860)} ${y + random.int(10, 96)}h${random.int(24, 90)}`;
  }
  return (
    shape(
      `M190 ${y + 40}C260 ${y - 50} 480 ${y - 10} 620 ${y - 16}S960 ${y - 50} 1030 ${y + 20}S900 ${y + 160} 640 ${y + 140}S140 ${y + 140} 190 ${y + 40}z`,
      mix(ink.sand, ink.wall, 0.4),
    ) +
    shape(
      `M216 ${y + 42}C280 ${y - 32} 480 ${y + 6} 620 ${y}S940 ${y - 30} 1000 ${y + 26}S880 ${y + 140} 640 ${y + 122}S170 ${y + 126} 216 ${y + 42}z`,
      pool,
    ) +
    line(glints, '#ffffff', 4, 0.5)
  );
}

function savanna(stage: Stage): string {
  const { ink, random } = stage;
  const base = 500;
  const grass = mix(mix(ink.sand, ink.lit, 0.35), ink.leaf, 0.22);
  const tree = (x: number, y: number, s: number, color: string): string =>
    line(
      `M${x} ${y}q${round(-6 * s)} ${round(-70 * s)} ${round(6 * s)} ${round(-120 * s)}M${x} ${round(y - 60 * s)}q${round(20 * s)} ${round(-40 * s)} ${round(52 * s)} ${round(-62 * s)}M${x} ${round(y - 66 * s)}q${round(-26 * s)} ${round(-30 * s)} ${round(-56 * s)} ${round(-56 * s)}`,
      color,
      Math.max(4, 11 * s),
    ) +
    shape(
      `M${round(x - 130 * s)} ${round(y - 112 * s)}q${round(20 * s)} ${round(-44 * s)} ${round(80 * s)} ${round(-42 * s)}q${round(60 * s)} ${round(-30 * s)} ${round(110 * s)} 0q${round(60 * s)} ${round(4 * s)} ${round(72 * s)} ${round(42 * s)}q${round(-130 * s)} ${round(-18 * s)} ${round(-262 * s)} 0z`,
      color,
    );
  const giraffe = (x: number, y: number, s: number, color: string, way: number): string =>
    `<g transform="translate(${x} ${y}) scale(${(s * way).toFixed(2)} ${s.toFixed(2)})">` +
    shape(
      'M-40 0V-78Q-44-104-14-108L22-116Q34-122 44-160L62-232Q66-246 74-248L76-262 82-248Q104-240 112-222Q108-214 92-216L84-210Q80-150 58-104Q54-86 50-74V0H40V-66H22V0H12V-62L-14-58-18 0H-28L-26-58-32 0z',
      color,
    ) +
    line('M-40-84q-16 14-12 44', color, 5) +
    '</g>';
  return [
    sky(stage, { horizon: base, sunX: 430, sunY: 300, sunSize: 96 }),
    clouds(stage, 90, 240, 2),
    ridge(random, 1200, base - 20, 70, base + 20, mix(ink.haze, ink.roof, 0.22), 2),
    lodgeThatch(stage, base),
    tree(140, base + 14, 0.6, mix(ink.ink, ink.haze, 0.35)),
    tree(610, base + 10, 0.5, mix(ink.ink, ink.haze, 0.4)),
    shape(`M0 ${base}C300 ${base - 20} 600 ${base + 24} 1200 ${base}V810H0z`, grass),
    shape(
      `M0 ${base + 80}C340 ${base + 50} 700 ${base + 120} 1200 ${base + 70}V810H0z`,
      mix(grass, ink.roof, 0.28),
    ),
    shape(
      `M330 ${base + 96}q140-26 280 0q70 24-60 38q-200 14-250-10q-20-16 30-28z`,
      mix(ink.sea, ink.seaLight, 0.45),
    ),
    giraffe(420, base + 92, 0.86, mix(ink.ink, ink.roof, 0.25), 1),
    giraffe(590, base + 76, 0.62, mix(ink.ink, ink.roof, 0.35), -1),
    shape(
      `M0 ${base + 190}C300 ${base + 150} 800 ${base + 230} 1200 ${base + 170}V810H0z`,
      mix(ink.roof, ink.ink, 0.32),
    ),
    tree(1030, 760, 1.9, ink.ink),
    grassBlades(stage),
    birds(random, 700, 190, ink.ink),
  ].join('');
}

function lodgeThatch(stage: Stage, base: number): string {
  const { ink } = stage;
  const thatch = mix(ink.roof, ink.sand, 0.35);
  const glass = ink.lit;
  const wing = (x: number, w: number, h: number): string =>
    box(x, base - h, w, h + 8, mix(ink.wall, ink.roof, 0.2)) +
    line(
      [0.3, 0.55, 0.8].map((t) => `M${x + 16} ${round(base - h * t)}H${x + w - 16}`).join(''),
      glass,
      13,
      0.9,
    ) +
    line(
      [1, 2, 3, 4].map((i) => `M${round(x + (w * i) / 5)} ${base}v${-h}`).join(''),
      mix(ink.wall, ink.roof, 0.3),
      9,
    ) +
    shape(
      `M${x - 26} ${base - h + 12}Q${round(x + w * 0.3)} ${base - h - 20} ${round(x + w * 0.5)} ${base - h - 84}Q${round(x + w * 0.7)} ${base - h - 20} ${x + w + 26} ${base - h + 12}z`,
      thatch,
    ) +
    shape(
      `M${round(x + w * 0.56)} ${base - h + 12}Q${round(x + w * 0.6)} ${base - h - 40} ${round(x + w * 0.5)} ${base - h - 84}Q${round(x + w * 0.7)} ${base - h - 20} ${x + w + 26} ${base - h + 12}z`,
      ink.ink,
      0.22,
    );
  return wing(700, 170, 104) + wing(1030, 190, 110) + wing(850, 200, 138);
}

function grassBlades(stage: Stage): string {
  const { ink, random } = stage;
  let d = '';
  for (let i = 0; i < 46; i += 1) {
    const x = random.int(-10, 1210);
    d += `M${x} 806q${random.int(-8, 8)} -40 ${random.int(-24, 24)} -${random.int(44, 100)}`;
  }
  return line(d, ink.ink, 5, 0.9);
}
