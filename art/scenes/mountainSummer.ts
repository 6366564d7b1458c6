import { lodge } from './buildings.ts';
import {
  clouds,
  definePine,
  grove,
  line,
  mix,
  peak,
  pines,
  ridge,
  round,
  shape,
  sky,
  birds,
  type DrawScene,
  type Stage,
} from './kit.ts';

/** Summer or autumn: a stream through a meadow, aspens, a lodge, last snow on the peaks. */
export const drawMountainSummer: DrawScene = (stage) => {
  const { ink, random, layout } = stage;
  const flip = random.chance(0.5);
  const base = 500;
  const rock = mix(mix(ink.ink, ink.haze, 0.55), ink.roof, 0.12);
  const snow = mix('#ffffff', ink.sky[2], 0.25);
  const meadow = mix(mix(ink.leaf, ink.lit, 0.34), '#A8C65A', 0.25);
  const autumn = layout === 'autumn';
  const body = [
    sky(stage, {
      horizon: base,
      sunX: random.int(180, 480),
      sunY: random.int(120, 240),
      sunSize: 54,
    }),
    clouds(stage, 80, 220, 3),
    peak(
      random,
      { x: 130, base, w: 660, h: 250 },
      {
        lit: mix(rock, ink.haze, 0.5),
        dark: mix(rock, ink.haze, 0.3),
        snow,
        snowDark: mix(snow, rock, 0.3),
      },
      0.3,
    ),
    peak(
      random,
      { x: 1010, base, w: 760, h: 310 },
      {
        lit: mix(rock, ink.haze, 0.42),
        dark: mix(rock, ink.haze, 0.2),
        snow,
        snowDark: mix(snow, rock, 0.3),
      },
      0.34,
    ),
    peak(
      random,
      { x: random.int(520, 700), base, w: 700, h: random.int(330, 375) },
      { lit: mix(rock, ink.wall, 0.25), dark: rock, snow, snowDark: mix(snow, rock, 0.32) },
      0.34,
    ),
    definePine('pine', mix(ink.ink, ink.leaf, 0.35), mix(ink.leaf, ink.ink, 0.22)),
    definePine('soft', mix(ink.leaf, ink.ink, 0.2), mix(ink.leaf, ink.haze, 0.3)),
    ridge(random, 1200, base - 40, 110, 620, mix(ink.leaf, ink.haze, 0.5), 2),
    pines(random, 'soft', { from: 0, to: 1200, y: base - 6 }, 19, [0.32, 0.52]),
    ridge(random, 1200, base + 14, 70, 660, mix(ink.leaf, ink.haze, 0.15), 1.4),
    autumn
      ? grove(random, { from: 0, to: 620, y: base + 42 }, 11, 40, [
          mix(ink.roof, '#E8A33A', 0.7),
          '#F4C65A',
        ])
      : pines(random, 'pine', { from: 0, to: 560, y: base + 50 }, 12, [0.5, 0.8]),
    shape(
      `M0 ${base + 40}C240 ${base + 20} 500 ${base + 66} 720 ${base + 46}S1080 ${base + 16} 1200 ${base + 30}V810H0z`,
      meadow,
    ),
    pines(random, 'pine', { from: 660, to: 1200, y: base + 64 }, 7, [0.75, 1.1]),
    lodge(
      random,
      { x: 700, base: base + 108, w: 430, h: random.int(200, 235) },
      ink,
      mix(mix(ink.roof, ink.sand, 0.4), ink.ink, 0.25),
    ),
    shape(
      `M620 ${base + 112}C800 ${base + 90} 1040 ${base + 96} 1200 ${base + 92}V810H560z`,
      mix(meadow, ink.leaf, 0.3),
    ),
  ];
  body.push(stream(stage, base), flowers(stage), birds(random, 200, 270, ink.ink));
  if (autumn) {
    body.push(aspens(stage));
  } else {
    body.push(pines(random, 'pine', { from: -40, to: 260, y: 770, drop: 30 }, 3, [1.7, 2.4]));
  }
  body.push(pines(random, 'pine', { from: 1110, to: 1220, y: 800 }, 1, [1.9, 2.4]));
  const markup = body.join('');
  return flip ? `<g transform="matrix(-1 0 0 1 1200 0)">${markup}</g>` : markup;
};

function stream(stage: Stage, base: number): string {
  const { ink } = stage;
  const d = (w: number): string =>
    `M${520 - w} ${base + 54}C${620 - w} ${base + 90} ${380 - w * 1.6} ${base + 130} ${470 - w * 2} ${base + 180}S${760 - w * 3} ${base + 240} ${560 - w * 6} 810H${760 + w * 6}C${900 + w * 3} ${base + 230} ${640 + w * 2} ${base + 190} ${570 + w} ${base + 160}S${650 + w} ${base + 90} ${540 + w} ${base + 54}z`;
  return (
    shape(d(14), mix(ink.sand, ink.haze, 0.3)) +
    shape(d(2), mix(ink.sea, ink.seaLight, 0.45)) +
    line(
      `M500 ${base + 150}q40 10 70 4M560 ${base + 200}q60 14 110 0M580 ${base + 236}q70 12 150-4M600 ${base + 268}q60 10 120 0`,
      '#ffffff',
      4,
      0.7,
    )
  );
}

function flowers(stage: Stage): string {
  const { ink, random } = stage;
  const out: string[] = [];
  for (const color of [ink.accent, ink.lit, '#ffffff', mix(ink.sky[0], '#8A5BB5', 0.5)]) {
    let d = '';
    for (let i = 0; i < 16; i += 1) {
      const left = random.chance(0.55);
      d += `M${left ? random.int(20, 430) : random.int(860, 1190)} ${random.int(640, 792)}h0`;
    }
    out.push(line(d, color, random.int(7, 11), 0.9));
  }
  return out.join('');
}

function aspens(stage: Stage): string {
  const { ink, random } = stage;
  const out: string[] = [];
  [40, 120, 190, 285].forEach((x, at) => {
    const top = random.int(150, 270);
    out.push(shape(`M${x} 810L${x + 8} ${top}h8L${x + 30} 810z`, mix(ink.wall, '#ffffff', 0.4)));
    let marks = '';
    for (let y = top + 80; y < 780; y += random.int(50, 80))
      marks += `M${x + 8} ${y}h${random.int(6, 12)}`;
    out.push(line(marks, ink.ink, 4, 0.7));
    let light = '';
    let dark = '';
    for (let i = 0; i < 9; i += 1) {
      const cx = x + 12 + random.int(-62, 62);
      const cy = top + random.int(-50, 130);
      const r = random.int(26, 46);
      const d = `M${round(cx - r)} ${cy}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${-r * 2} 0`;
      if (i % 2 === at % 2) light += d;
      else dark += d;
    }
    out.push(shape(dark, '#E09A2F', 0.95), shape(light, '#F6C453', 0.95));
  });
  return out.join('');
}
