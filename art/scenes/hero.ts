import { createRandom } from '#common/random.ts';
import { terraces, tower, villas } from './buildings.ts';
import {
  birds,
  box,
  clouds,
  defineCrown,
  foliage,
  lighthouse,
  line,
  mix,
  palm,
  peak,
  ridge,
  sailboat,
  shape,
  sheet,
  sky,
  umbrella,
  water,
  type Stage,
} from './kit.ts';
import { palettes } from './palettes.ts';

function stageFor(seed: string, width: number, height: number): Stage {
  return { random: createRandom(seed), ink: palettes.goldenTeal, layout: '', width, height };
}

/** The home page panorama: calm, darker water and sky on the left, the coast on the right. */
export function drawHero(): string {
  const stage = stageFor('hero-coast', 1920, 900);
  return sheet(1920, 900, coast(stage, 1920, 900) + veil(1920, 900));
}

export function drawOpenGraph(): string {
  const stage = stageFor('hero-coast', 1920, 1008);
  const scene = coast(stage, 1920, 1008, false) + veil(1920, 1008);
  const wave = line('M98 690c60-44 120-44 180 0s120 44 180 0 120-44 180 0', '#F2B441', 14);
  const words =
    '<g fill="#FBF7F0" font-family="Young Serif, Georgia, serif"><text x="92" y="500" font-size="160">Tideweek</text>' +
    '<text x="98" y="596" font-size="50" font-family="Figtree, Helvetica, Arial, sans-serif">Rent, buy and sell timeshare weeks</text></g>';
  return sheet(1920, 1008, scene + words + wave).replace(
    'width="1920" height="1008"',
    'width="1200" height="630"',
  );
}

function veil(width: number, height: number): string {
  return (
    '<defs><linearGradient id="veil"><stop offset="0" stop-color="#0a353e" stop-opacity=".88"/><stop offset=".3" stop-color="#0a353e" stop-opacity=".74"/><stop offset=".46" stop-color="#0a353e" stop-opacity=".44"/><stop offset=".6" stop-color="#0a353e" stop-opacity=".16"/><stop offset=".78" stop-color="#0a353e" stop-opacity="0"/></linearGradient></defs>' +
    `<path d="M0 0h${width}v${height}H0z" fill="url(#veil)"/>`
  );
}

function coast(stage: Stage, width: number, height: number, boats = true): string {
  const { ink, random } = stage;
  const horizon = Math.round(height * 0.54);
  const sunX = 1180;
  const green = mix(ink.leaf, ink.lit, 0.14);
  const out = [
    sky(stage, { horizon, sunX, sunY: horizon - 120, sunSize: 84 }),
    clouds(stage, 110, horizon - 190, 5),
    defineCrown('far', random, mix(ink.leaf, ink.ink, 0.25), mix(ink.leaf, ink.lit, 0.24)),
    defineCrown('near', random, ink.ink, mix(ink.leaf, ink.ink, 0.5)),
    peak(
      random,
      { x: 1770, base: horizon + 6, w: 900, h: 250 },
      { lit: mix(ink.haze, ink.leaf, 0.3), dark: mix(ink.haze, ink.leaf, 0.42) },
    ),
    peak(
      random,
      { x: 1500, base: horizon + 6, w: 620, h: 150 },
      { lit: mix(ink.haze, ink.leaf, 0.42), dark: mix(ink.haze, ink.leaf, 0.54) },
    ),
    shape(
      `M0 ${horizon - 46}C160 ${horizon - 70} 320 ${horizon - 30} 520 ${horizon + 4}H0z`,
      mix(ink.haze, ink.leaf, 0.6),
    ),
    ridge(random, width, horizon + 4, 8, horizon + 8, mix(ink.haze, ink.leaf, 0.5), 4),
    water(
      stage,
      horizon,
      height,
      [mix(ink.sea, ink.haze, 0.35), ink.sea, mix(ink.sea, ink.ink, 0.35)],
      { x: sunX, color: ink.sun },
    ),
    sailboat(1090, horizon + 22, 0.42, ink.ink, ink.wall, ink.lit),
  ];
  if (boats) {
    out.push(
      sailboat(940, horizon + 60, 0.95, ink.ink, ink.wall, ink.accent),
      sailboat(690, horizon + 26, 0.4, ink.ink, ink.wall, ink.lit),
    );
  }
  const h = horizon;
  const shore = (dy: number): string =>
    `M1920 ${h + 20 + dy * 0.3}C1700 ${h + 30 + dy * 0.4} 1520 ${h + 60 + dy * 0.6} 1370 ${h + 130 + dy}S1080 ${h + 300 + dy} 760 ${height + 20}H1920z`.replace(
      /(?<!\d)\d+\.\d+/g,
      (n) => String(Math.round(Number(n))),
    );
  out.push(
    shape(shore(-46), ink.seaLight, 0.45),
    shape(shore(-20), '#ffffff', 0.85),
    shape(shore(-2), mix(ink.sand, ink.sea, 0.3)),
    shape(shore(24), ink.sand),
    shape(shore(110), mix(ink.sand, '#ffffff', 0.3), 0.7),
    lighthouse(1382, h + 70, 210, ink),
    shape(`M1310 ${h + 84}q60-34 130-14q40 20 60 30z`, mix(ink.leaf, ink.ink, 0.2)),
    terraces(random, { x: 1500, base: h + 96, w: 300, h: 180 }, ink, green),
    tower(random, { x: 1740, base: h + 104, w: 150, h: 300 }, ink, 'terrace'),
    villas(random, { x: 1420, base: h + 112, w: 210, h: 90 }, ink, 2),
    shape(
      `M1400 ${h + 120}q50-40 110-8q60-42 130-4q60-40 130 0q60-40 160-8V${h + 150}H1390z`,
      green,
    ),
    shape(
      `M1390 ${h + 148}q70-38 140-4q70-38 140 0q70-34 250-8V${h + 168}H1400z`,
      mix(ink.leaf, ink.ink, 0.35),
    ),
  );
  for (let i = 0; i < 6; i += 1) {
    out.push(
      palm({
        x: 1440 + i * 90,
        base: h + 146,
        height: random.int(130, 220),
        lean: random.int(-50, 20),
        crown: 'far',
        size: random.float(0.5, 0.66),
        trunk: mix(ink.ink, ink.sand, 0.25),
      }),
    );
  }
  [
    [1840, 40],
    [1700, 46],
    [1540, 54],
    [1390, 62],
    [1560, 70],
    [1330, 76],
  ].forEach(([x, s], i) => {
    out.push(
      umbrella(
        x ?? 0,
        h + 200 + i * 26 + (i > 3 ? 40 : 0),
        s ?? 40,
        i % 2 === 0 ? ink.accent : mix(ink.lit, ink.accent, 0.28),
        '#FFFDF5',
      ),
    );
  });
  out.push(
    birds(random, 1250, h - 260, ink.ink),
    palm({
      x: 1880,
      base: height + 30,
      height: 700,
      lean: -120,
      crown: 'near',
      size: 1.65,
      trunk: ink.ink,
    }),
    palm({
      x: 1930,
      base: height + 30,
      height: 540,
      lean: -70,
      crown: 'near',
      size: 1.3,
      trunk: ink.ink,
    }),
    foliage(random, 1870, height + 30, 240, [ink.ink, mix(ink.leaf, ink.ink, 0.5)]),
    foliage(random, 40, height + 50, 260, [mix(ink.leaf, ink.ink, 0.6), ink.ink]),
  );
  return out.join('');
}

/** The phone's hero: text sits on the darker sky above, the shore below. */
export function drawHeroSmall(): string {
  const stage = stageFor('hero-cove', 900, 1100);
  const { ink, random } = stage;
  const h = 700;
  const out = [
    sky(stage, { horizon: h, sunX: 610, sunY: h - 120, sunSize: 70 }),
    clouds(stage, 380, h - 170, 3),
    defineCrown('far', random, mix(ink.leaf, ink.ink, 0.25), mix(ink.leaf, ink.lit, 0.24)),
    defineCrown('near', random, ink.ink, mix(ink.leaf, ink.ink, 0.5)),
    peak(
      random,
      { x: 800, base: h + 6, w: 640, h: 170 },
      { lit: mix(ink.haze, ink.leaf, 0.35), dark: mix(ink.haze, ink.leaf, 0.48) },
    ),
    shape(`M0 ${h - 30}C80 ${h - 40} 160 ${h - 10} 280 ${h + 4}H0z`, mix(ink.haze, ink.leaf, 0.6)),
    water(stage, h, 1100, [mix(ink.sea, ink.haze, 0.35), ink.sea, mix(ink.sea, ink.ink, 0.3)], {
      x: 610,
      color: ink.sun,
    }),
    sailboat(330, h + 70, 0.8, ink.ink, ink.wall, ink.accent),
    shape(
      `M900 ${h + 50}C760 ${h + 60} 660 ${h + 110} 560 ${h + 190}S330 ${h + 330} 180 1110H900z`,
      '#ffffff',
      0.8,
    ),
    shape(
      `M900 ${h + 66}C770 ${h + 76} 680 ${h + 126} 586 ${h + 206}S370 ${h + 340} 230 1110H900z`,
      ink.sand,
    ),
    villas(random, { x: 660, base: h + 116, w: 250, h: 110 }, ink, 2),
    shape(`M640 ${h + 120}q50-34 100-6q50-34 160-4V${h + 142}H630z`, mix(ink.leaf, ink.ink, 0.3)),
    palm({
      x: 690,
      base: h + 128,
      height: 170,
      lean: -30,
      crown: 'far',
      size: 0.6,
      trunk: ink.ink,
    }),
    palm({
      x: 820,
      base: h + 128,
      height: 200,
      lean: -10,
      crown: 'far',
      size: 0.6,
      trunk: ink.ink,
    }),
    umbrella(770, h + 220, 46, ink.accent, '#FFFDF5'),
    umbrella(610, h + 290, 60, mix(ink.lit, ink.accent, 0.28), '#FFFDF5'),
    palm({ x: 860, base: 1130, height: 560, lean: -60, crown: 'near', size: 1.3, trunk: ink.ink }),
    foliage(random, 860, 1130, 190, [ink.ink, mix(ink.leaf, ink.ink, 0.5)]),
    foliage(random, 20, 1130, 190, [mix(ink.leaf, ink.ink, 0.6), ink.ink]),
    '<defs><linearGradient id="veil" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#0b3038" stop-opacity=".84"/><stop offset=".3" stop-color="#0b3038" stop-opacity=".7"/><stop offset=".48" stop-color="#0b3038" stop-opacity=".22"/><stop offset=".6" stop-color="#0b3038" stop-opacity="0"/></linearGradient></defs>',
    box(0, 0, 900, 1100, 'url(#veil)'),
  ];
  return sheet(900, 1100, out.join(''));
}
