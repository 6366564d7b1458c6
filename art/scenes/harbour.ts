import { villas } from './buildings.ts';
import {
  birds,
  clouds,
  defineCrown,
  foliage,
  grove,
  isDark,
  lighthouse,
  line,
  mix,
  palm,
  ridge,
  round,
  sailboat,
  shape,
  sky,
  water,
  box,
  type DrawScene,
  type Stage,
} from './kit.ts';

/** A marina or cove: lighthouse on a point, painted houses on the quay, masts and reflections. */
export const drawHarbour: DrawScene = (stage) => {
  const { ink, random, layout } = stage;
  const flip = random.chance(0.5);
  const horizon = random.int(400, 440);
  const sunX = random.int(420, 760);
  const body = [
    sky(stage, { horizon, sunX, sunY: horizon - random.int(70, 230), sunSize: random.int(48, 72) }),
    clouds(stage, 80, horizon - 170, 3),
    defineCrown('far', random, mix(ink.leaf, ink.ink, 0.4), mix(ink.leaf, ink.seaLight, 0.05)),
    defineCrown('near', random, ink.ink, mix(ink.leaf, ink.ink, 0.45)),
  ];
  if (layout === 'cove') {
    body.push(
      ridge(random, 1200, horizon - 60, 130, horizon + 8, mix(ink.leaf, ink.haze, 0.6), 2),
      ridge(random, 1200, horizon - 14, 80, horizon + 8, mix(ink.leaf, ink.haze, 0.3), 2),
    );
  } else {
    body.push(ridge(random, 1200, horizon - 10, 26, horizon + 6, mix(ink.leaf, ink.haze, 0.55), 3));
  }
  body.push(
    water(
      stage,
      horizon,
      800,
      [mix(ink.sea, ink.haze, 0.4), ink.sea, mix(ink.sea, ink.ink, 0.12)],
      { x: sunX, color: ink.sun },
    ),
    point(stage, horizon),
    quay(stage, horizon),
    boats(stage, horizon),
  );
  const markup = body.join('');
  const framed = flip ? `<g transform="matrix(-1 0 0 1 1200 0)">${markup}</g>` : markup;
  const at = flip ? 20 : 1180;
  const dark = mix(ink.leaf, ink.ink, 0.5);
  const near = random.chance(0.5)
    ? palm({
        x: at,
        base: 830,
        height: 600,
        lean: (flip ? 1 : -1) * 70,
        crown: 'near',
        size: 1.4,
        trunk: ink.ink,
      }) + foliage(random, at, 830, 200, [ink.ink, dark])
    : jetty(stage, flip);
  return (
    framed + near + birds(random, flip ? 330 : 720, horizon - 220, isDark(ink) ? ink.wall : ink.ink)
  );
};

function point(stage: Stage, horizon: number): string {
  const { ink, random, layout } = stage;
  const rock = mix(mix(ink.sand, ink.ink, 0.4), ink.haze, 0.15);
  const x = random.int(170, 260);
  return [
    shape(
      `M-10 ${horizon + 60}V${horizon - 4}C80 ${horizon - 30} 190 ${horizon - 22} 280 ${horizon + 8}S390 ${horizon + 44} 420 ${horizon + 60}z`,
      mix(ink.leaf, ink.haze, 0.12),
    ),
    shape(
      `M-10 ${horizon + 74}V${horizon + 24}C120 ${horizon + 8} 250 ${horizon + 26} 340 ${horizon + 44}L436 ${horizon + 72}z`,
      rock,
    ),
    lighthouse(x, horizon + 6, random.int(290, 350), ink, layout !== 'plain'),
    villas(random, { x: x - 150, base: horizon + 14, w: 110, h: 62 }, ink, 1),
    grove(random, { from: -10, to: 110, y: horizon + 12 }, 4, 30, [
      mix(ink.leaf, ink.ink, 0.2),
      mix(ink.leaf, ink.lit, 0.2),
    ]),
    line(`M-10 ${horizon + 76}H450`, '#ffffff', 5, 0.6),
  ].join('');
}

function quay(stage: Stage, horizon: number): string {
  const { ink, random } = stage;
  const base = horizon + 66;
  const paints = random.shuffle([
    ink.accent,
    ink.lit,
    ink.seaLight,
    ink.sea,
    mix(ink.accent, '#ffffff', 0.5),
    ink.leaf,
  ]);
  const out: string[] = [
    grove(random, { from: 560, to: 1220, y: base - 60 }, 8, 56, [
      mix(ink.leaf, ink.haze, 0.25),
      mix(ink.leaf, ink.haze, 0.4),
    ]),
  ];
  let x = 610;
  let at = 0;
  while (x < 1200) {
    const w = random.int(86, 132);
    const h = random.int(110, 205);
    const color = paints[at % paints.length] ?? ink.accent;
    out.push(house(stage, { x, base, w, h }, mix(ink.wall, color, isDark(ink) ? 0.28 : 0.5)));
    x += w + random.int(0, 8);
    at += 1;
  }
  out.push(
    ...[640, 770, 930, 1080].map((px) =>
      palm({
        x: px + random.int(-20, 20),
        base: base + 8,
        height: random.int(110, 180),
        lean: random.int(-20, 20),
        crown: 'far',
        size: 0.5,
        trunk: mix(ink.ink, ink.sand, 0.2),
      }),
    ),
    box(570, base - 2, 640, 30, mix(ink.sand, ink.wall, 0.2)),
    box(570, base + 22, 640, 22, mix(ink.sand, ink.ink, 0.5)),
  );
  let shine = '';
  for (let i = 0; i < 14; i += 1) {
    shine += `M${random.int(590, 1190)} ${base + 54 + random.int(0, 120)}h${random.int(20, 70)}`;
  }
  out.push(line(shine, isDark(ink) ? ink.lit : ink.wall, 5, 0.35));
  return out.join('');
}

function house(
  stage: Stage,
  plot: { x: number; base: number; w: number; h: number },
  color: string,
): string {
  const { ink, random } = stage;
  const { x, base, w, h } = plot;
  const glass = isDark(ink) ? ink.lit : mix(ink.sea, ink.wall, 0.3);
  const gable = random.chance(0.5);
  let panes = '';
  for (let y = base - h + 22; y < base - 52; y += 42) {
    for (let i = 0; i < 3; i += 1) {
      panes += `M${round(x + w * (0.15 + i * 0.26))} ${y}h${round(w * 0.15)}v23h${-round(w * 0.15)}z`;
    }
  }
  return (
    box(x, base - h, w, h, color) +
    shape(
      gable
        ? `M${x - 6} ${base - h + 2}L${round(x + w / 2)} ${round(base - h - w * 0.38)}L${x + w + 6} ${base - h + 2}z`
        : `M${x - 6} ${base - h + 2}L${x + 14} ${base - h - 34}H${x + w - 14}L${x + w + 6} ${base - h + 2}z`,
      random.pick([ink.roof, mix(ink.roof, ink.ink, 0.3), mix(ink.shade, ink.ink, 0.25)]),
    ) +
    shape(panes, glass, 0.9) +
    box(x + w * 0.8, base - h, w * 0.2, h, ink.ink, 0.13) +
    shape(
      `M${round(x + w * 0.1)} ${base - 38}h${round(w * 0.8)}l8 15H${round(x + w * 0.1 - 8)}z`,
      random.pick([ink.accent, ink.wall, ink.sea]),
    ) +
    box(x + w * 0.16, base - 23, w * 0.68, 23, mix(glass, ink.ink, isDark(ink) ? 0 : 0.35))
  );
}

function boats(stage: Stage, horizon: number): string {
  const { ink, random } = stage;
  const out: string[] = [];
  for (let i = 0; i < 4; i += 1) {
    const x = 640 + i * 150 + random.int(-20, 20);
    const y = horizon + 130 + random.int(0, 20);
    const hull = random.pick([ink.wall, ink.accent, ink.ink]);
    out.push(
      line(
        `M${x} ${y}v-${random.int(110, 160)}M${x} ${y - 34}h46`,
        mix(ink.wall, '#ffffff', 0.3),
        4,
      ),
      line(
        `M${x} ${y - 100}L${x + 48} ${y - 6}M${x} ${y - 100}L${x - 42} ${y - 6}`,
        ink.wall,
        1.5,
        0.7,
      ),
      shape(`M${x - 58} ${y - 8}H${x + 62}L${x + 44} ${y + 18}H${x - 44}z`, hull),
      shape(`M${x - 22} ${y - 8}l8-16h40l8 16z`, mix(ink.wall, ink.sea, 0.2)),
      shape(`M${x - 40} ${y + 24}H${x + 44}l-14 8H${x - 26}z`, hull, 0.3),
    );
  }
  out.push(
    sailboat(
      random.int(360, 520),
      horizon + random.int(170, 220),
      random.float(1.15, 1.5),
      ink.ink,
      mix(ink.wall, '#ffffff', 0.3),
      ink.accent,
    ),
    sailboat(random.int(430, 560), horizon + 20, 0.35, ink.ink, ink.wall, ink.lit),
  );
  return out.join('');
}

function jetty(stage: Stage, flip: boolean): string {
  const { ink } = stage;
  const wood = mix(mix(ink.sand, ink.roof, 0.35), ink.ink, isDark(ink) ? 0.5 : 0.15);
  const dark = mix(wood, ink.ink, 0.5);
  const markup =
    shape('M-10 700L420 720L520 810H-10z', wood) +
    line('M20 704v110M100 706l20 110M180 710l44 104M260 713l66 100M335 716l92 96', dark, 3, 0.7) +
    line('M420 664v70M200 650v64M60 640v64', dark, 17) +
    line('M60 650Q130 690 200 662T420 676', mix(ink.wall, ink.sand, 0.3), 5);
  return flip ? `<g transform="matrix(-1 0 0 1 1200 0)">${markup}</g>` : markup;
}
