import { terraces, villas } from './buildings.ts';
import {
  birds,
  clouds,
  defineCrown,
  foliage,
  grove,
  isDark,
  line,
  mix,
  palm,
  peak,
  ridge,
  round,
  shape,
  sky,
  circle,
  type DrawScene,
  type Stage,
} from './kit.ts';

/** A palm valley under bare mountains: fairways, a pond, villas; in the desert also saguaros. */
export const drawGolfValley: DrawScene = (stage) => {
  const { ink, random, layout } = stage;
  const flip = random.chance(0.5);
  const base = 470;
  const desert = layout === 'mesa';
  const rock = mix(ink.roof, ink.haze, 0.42);
  const far = mix(rock, ink.sky[1], 0.4);
  const fairway = mix(mix(ink.leaf, '#9CC45B', 0.5), ink.haze, 0.1);
  const body = [
    sky(stage, {
      horizon: base,
      sunX: random.int(180, 560),
      sunY: random.int(150, 290),
      sunSize: random.int(52, 76),
    }),
    clouds(stage, 80, 230, 2),
    defineCrown('far', random, mix(ink.leaf, ink.ink, 0.3), mix(ink.leaf, ink.lit, 0.22)),
    defineCrown('near', random, ink.ink, mix(ink.leaf, ink.ink, 0.45)),
  ];
  if (desert) {
    body.push(
      mesa(stage, 80, 420, base, 210, far),
      mesa(stage, 560, 330, base, 170, mix(far, rock, 0.5)),
      mesa(stage, 860, 520, base, 270, rock),
    );
  } else {
    body.push(
      peak(random, { x: 180, base, w: 780, h: 230 }, { lit: mix(far, ink.wall, 0.2), dark: far }),
      peak(
        random,
        { x: 960, base, w: 900, h: 290 },
        { lit: mix(rock, ink.wall, 0.22), dark: mix(rock, far, 0.3) },
      ),
      peak(
        random,
        { x: 560, base, w: 640, h: 190 },
        { lit: mix(rock, ink.wall, 0.12), dark: rock },
      ),
    );
  }
  body.push(
    ridge(random, 1200, base - 26, 40, 600, mix(rock, ink.leaf, desert ? 0.3 : 0.6), 2),
    grove(random, { from: 0, to: 1200, y: base + 24 }, 22, 30, [
      mix(ink.leaf, ink.haze, 0.2),
      mix(ink.leaf, ink.lit, 0.25),
    ]),
    shape(
      `M0 ${base + 18}C260 ${base - 4} 500 ${base + 40} 760 ${base + 20}S1080 ${base + 4} 1200 ${base + 12}V810H0z`,
      fairway,
    ),
  );
  body.push(
    random.chance(0.35)
      ? terraces(
          random,
          { x: 660, base: base + 62, w: 470, h: 150 },
          ink,
          mix(ink.leaf, ink.lit, 0.1),
        )
      : villas(random, { x: 650, base: base + 62, w: 480, h: random.int(105, 135) }, ink, 4),
    shape(
      `M600 ${base + 64}q60-34 120-8q60-34 130-4q60-34 130 0q70-30 220-6V${base + 90}H590z`,
      mix(ink.leaf, ink.ink, 0.22),
    ),
    ...[690, 800, 930, 1050, 1150].map((x) =>
      palm({
        x: x + random.int(-24, 24),
        base: base + 76,
        height: random.int(150, 225),
        lean: random.int(-14, 14),
        crown: 'far',
        size: random.float(0.5, 0.62),
        trunk: mix(ink.ink, ink.sand, 0.25),
      }),
    ),
    shape(
      `M0 ${base + 84}C300 ${base + 60} 620 ${base + 130} 1200 ${base + 84}V810H0z`,
      mix(fairway, ink.lit, 0.2),
    ),
    shape(
      `M0 ${base + 170}C300 ${base + 120} 760 ${base + 190} 1200 ${base + 130}V810H0z`,
      mix(fairway, ink.leaf, 0.3),
    ),
    course(stage, base),
  );
  const markup = body.join('');
  const framed = flip ? `<g transform="matrix(-1 0 0 1 1200 0)">${markup}</g>` : markup;
  return (
    framed +
    birds(random, flip ? 260 : 640, 250, isDark(ink) ? ink.wall : ink.ink) +
    front(stage, flip, desert)
  );
};

function mesa(stage: Stage, x: number, w: number, base: number, h: number, color: string): string {
  const { ink, random } = stage;
  const cut = random.int(20, 50);
  return (
    shape(
      `M${x} ${base + 6}L${x + cut} ${base - h * 0.45}L${round(x + w * 0.16)} ${base - h * 0.52}L${round(x + w * 0.2)} ${base - h}L${round(x + w * 0.46)} ${base - h - 12}L${round(x + w * 0.72)} ${base - h + 6}L${round(x + w * 0.77)} ${round(base - h * 0.5)}L${round(x + w * 0.9)} ${round(base - h * 0.4)}L${x + w} ${base + 6}z`,
      mix(color, ink.wall, 0.18),
    ) +
    shape(
      `M${round(x + w * 0.5)} ${base + 6}L${round(x + w * 0.55)} ${round(base - h * 0.5)}L${round(x + w * 0.52)} ${base - h - 8}L${round(x + w * 0.72)} ${base - h + 6}L${round(x + w * 0.77)} ${round(base - h * 0.5)}L${round(x + w * 0.9)} ${round(base - h * 0.4)}L${x + w} ${base + 6}z`,
      mix(color, ink.ink, 0.16),
    ) +
    line(
      `M${round(x + w * 0.2)} ${round(base - h * 0.74)}L${round(x + w * 0.74)} ${round(base - h * 0.7)}M${x + cut} ${round(base - h * 0.36)}L${round(x + w * 0.92)} ${round(base - h * 0.3)}`,
      mix(color, ink.ink, 0.3),
      5,
      0.45,
    )
  );
}

function course(stage: Stage, base: number): string {
  const { ink, random } = stage;
  const x = random.int(520, 640);
  return [
    shape(
      `M120 ${base + 190}C220 ${base + 140} 420 ${base + 150} 470 ${base + 180}S420 ${base + 236} 280 ${base + 232}S60 ${base + 226} 120 ${base + 190}z`,
      mix(ink.sea, ink.seaLight, 0.4),
    ),
    line(`M180 ${base + 186}h120M240 ${base + 204}h150M200 ${base + 218}h90`, '#ffffff', 4, 0.6),
    shape(
      `M${x + 40} ${base + 196}q70-34 150-10q60 26-20 44q-110 14-130-34z`,
      mix(ink.sand, '#ffffff', isDark(ink) ? 0 : 0.3),
    ),
    shape(
      `M${x + 190} ${base + 138}q100-30 190 0q40 26-60 38q-160 6-130-38z`,
      mix(ink.leaf, '#B9DB6B', 0.65),
    ),
    line(`M${x + 290} ${base + 150}v-104`, mix(ink.wall, '#ffffff', 0.4), 5),
    shape(`M${x + 292} ${base + 46}l58 17l-58 19z`, ink.accent),
    line(`M${x + 262} ${base + 152}h0`, '#ffffff', 9),
  ].join('');
}

function saguaro(x: number, base: number, s: number, body: string, shadow: string): string {
  const d = `M${x} ${base}v${round(-290 * s)}M${x} ${round(base - 120 * s)}h${round(-58 * s)}v${round(-84 * s)}M${x} ${round(base - 150 * s)}h${round(62 * s)}v${round(-92 * s)}`;
  return (
    line(d, body, round(40 * s)) +
    line(
      `M${round(x + 9 * s)} ${base}v${round(-288 * s)}M${round(x + 71 * s)} ${round(base - 158 * s)}v${round(-82 * s)}`,
      shadow,
      round(12 * s),
      0.6,
    )
  );
}

function front(stage: Stage, flip: boolean, desert: boolean): string {
  const { ink, random } = stage;
  const at = (x: number): number => (flip ? 1200 - x : x);
  const leaf = mix(ink.leaf, ink.ink, 0.5);
  if (desert) {
    const ground = mix(ink.sand, ink.roof, 0.38);
    return (
      shape(`M${at(-10)} 700Q${at(260)} 690 ${at(470)} 740T${at(820)} 812H${at(-10)}z`, ground) +
      saguaro(at(130), 780, random.float(1.15, 1.35), mix(ink.leaf, ink.ink, 0.28), ink.ink) +
      saguaro(at(360), 784, random.float(0.6, 0.75), mix(ink.leaf, ink.ink, 0.15), ink.ink) +
      foliage(random, at(250), 806, 100, [leaf, mix(ink.leaf, ink.lit, 0.15)]) +
      foliage(random, at(1140), 840, 190, [leaf, ink.ink]) +
      circle(at(40), 812, 52, mix(ground, ink.ink, 0.35)) +
      circle(at(100), 830, 60, mix(ground, ink.ink, 0.5))
    );
  }
  return (
    palm({
      x: at(60),
      base: 830,
      height: random.int(560, 650),
      lean: (flip ? -1 : 1) * random.int(10, 60),
      crown: 'near',
      size: 1.4,
      trunk: ink.ink,
    }) +
    palm({
      x: at(170),
      base: 830,
      height: random.int(420, 480),
      lean: (flip ? -1 : 1) * random.int(10, 40),
      crown: 'near',
      size: 1.1,
      trunk: ink.ink,
    }) +
    foliage(random, at(100), 832, 150, [ink.ink, leaf]) +
    foliage(random, at(1170), 850, 220, [leaf, ink.ink])
  );
}
