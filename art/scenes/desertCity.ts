import { ferrisWheel, skyscraper } from './buildings.ts';
import {
  box,
  clouds,
  defineCrown,
  line,
  mix,
  palm,
  peak,
  polygon,
  ridge,
  round,
  shape,
  sky,
  type DrawScene,
  type Stage,
} from './kit.ts';

/** A bright city on a desert plain: mesas behind, lit towers, a boulevard or a pool in front. */
export const drawDesertCity: DrawScene = (stage) => {
  const { ink, random, layout } = stage;
  const horizon = 560;
  const sunX = random.int(160, 1040);
  const far = mix(ink.haze, ink.sky[1], 0.35);
  const body = [
    sky(stage, { horizon, sunX, sunY: random.int(130, 240), sunSize: random.int(44, 60) }),
    clouds(stage, 200, 330, 2),
    peak(
      random,
      { x: random.int(120, 320), base: horizon, w: 760, h: 180 },
      { lit: mix(far, ink.cloud, 0.3), dark: far },
    ),
    peak(
      random,
      { x: random.int(800, 1060), base: horizon, w: 820, h: 220 },
      { lit: mix(far, ink.cloud, 0.25), dark: far },
    ),
    ridge(random, 1200, horizon - 60, 60, horizon + 10, mix(far, ink.ink, 0.25)),
    farTowers(stage, horizon),
    layout === 'wheel' ? ferrisWheel(random.int(250, 340), horizon + 30, 165, ink) : '',
    towers(stage, horizon + 40),
    defineCrown('far', random, ink.ink, mix(ink.leaf, ink.lit, 0.18)),
    defineCrown('near', random, ink.ink, mix(ink.leaf, ink.ink, 0.4)),
  ];
  body.push(layout === 'pool' ? pool(stage) : boulevard(stage));
  return body.join('');
};

function farTowers(stage: Stage, base: number): string {
  const { ink, random } = stage;
  let d = '';
  let dots = '';
  for (let x = 20; x < 1180; x += random.int(52, 84)) {
    const h = random.int(40, 190);
    const w = random.int(26, 50);
    d += `M${x} ${base + 40}v${-h}h${w}v${h}z`;
    for (let i = 0; i < 4; i += 1) {
      dots += `M${x + random.int(6, w - 6)} ${base + 30 - random.int(0, h - 10)}h0`;
    }
  }
  return shape(d, mix(ink.shade, ink.haze, 0.5)) + line(dots, ink.lit, 5, 0.7);
}

function towers(stage: Stage, base: number): string {
  const { ink, random } = stage;
  const out: string[] = [];
  const styles = random.shuffle([
    'curve',
    'wedge',
    'stepped',
    'spire',
    'block',
    'block',
    'curve',
  ] as const);
  const main = random.int(2, 4);
  const wheel = stage.layout === 'wheel';
  styles.forEach((style, at) => {
    if (wheel && at < 2) return;
    const w = random.int(92, 132);
    const tall = style === 'spire' ? random.int(350, 380) : random.int(450, 500);
    const h = at === main ? tall : random.int(190, 360);
    const x = 24 + at * 168 + random.int(-14, 14);
    out.push(skyscraper(random, { x, base, w: at === main ? 150 : w, h }, ink, style));
  });
  if (wheel) out.push(skyscraper(random, { x: 20, base, w: 96, h: 210 }, ink, 'wedge'));
  return out.join('');
}

function lowSigns(stage: Stage, y: number): string {
  const { ink, random } = stage;
  const colors = [ink.accent, ink.lit, ink.seaLight, mix(ink.accent, '#ffffff', 0.4)];
  const out: string[] = [
    shape(
      `M0 ${y - 46}h190v-20h120v20h150v-34h90v34h210v-22h130v22h170v-30h140v110H0z`,
      mix(ink.ink, ink.shade, 0.3),
    ),
  ];
  for (let i = 0; i < 15; i += 1) {
    const x = 14 + i * 80 + random.int(-8, 8);
    out.push(
      box(
        x,
        y - 40 + random.int(0, 8),
        random.int(26, 58),
        random.int(12, 22),
        random.pick(colors),
        0.92,
      ),
    );
  }
  return out.join('');
}

function boulevard(stage: Stage): string {
  const { ink, random } = stage;
  const out = [lowSigns(stage, 612)];
  const road = mix(ink.ink, ink.shade, 0.35);
  out.push(
    shape(`M0 640H1200V800H0z`, mix(ink.leaf, ink.ink, 0.45)),
    shape(
      polygon([
        [540, 634],
        [660, 634],
        [1130, 800],
        [70, 800],
      ]),
      road,
    ),
    shape(
      polygon([
        [590, 634],
        [610, 634],
        [668, 800],
        [532, 800],
      ]),
      mix(ink.leaf, ink.lit, 0.12),
    ),
  );
  let tail = '';
  let head = '';
  for (let i = 0; i < 7; i += 1) {
    const t = i / 7;
    tail += `M${round(635 + t * 30)} ${round(644 + t * 30)}L${round(700 + i * 62)} 800`;
    head += `M${round(565 - t * 30)} ${round(644 + t * 30)}L${round(500 - i * 62)} 800`;
  }
  out.push(line(tail, ink.accent, 4, 0.85), line(head, ink.lit, 4, 0.85));
  for (let i = 0; i < 5; i += 1) {
    const t = i / 4;
    const size = 0.3 + t * 0.62;
    for (const side of [-1, 1]) {
      out.push(
        palm({
          x: 600 + side * (100 + t * 455),
          base: 646 + t * 142,
          height: 84 + t * 220,
          lean: side * -6,
          crown: 'far',
          size,
          trunk: ink.ink,
        }),
      );
    }
  }
  out.push(
    palm({ x: 600, base: 700, height: 96, lean: 3, crown: 'far', size: 0.36, trunk: ink.ink }),
    palm({
      x: random.int(590, 612),
      base: 780,
      height: 170,
      lean: -4,
      crown: 'far',
      size: 0.6,
      trunk: ink.ink,
    }),
  );
  return out.join('');
}

function pool(stage: Stage): string {
  const { ink, random } = stage;
  const bright = mix(ink.seaLight, '#37C6C8', 0.6);
  const out = [
    lowSigns(stage, 606),
    shape('M0 630H1200V800H0z', mix(ink.sand, ink.ink, 0.3)),
    shape(
      'M150 700C210 640 420 664 560 668S900 630 1010 672S1120 790 1000 830H220C120 800 100 740 150 700z',
      mix(ink.wall, '#ffffff', 0.25),
    ),
    shape(
      'M172 706C226 656 420 678 560 682S890 646 994 684S1092 790 980 830H240C146 800 126 744 172 706z',
      bright,
    ),
  ];
  let glints = '';
  for (let i = 0; i < 16; i += 1) {
    glints += `M${random.int(230, 900)} ${random.int(700, 790)}h${random.int(26, 90)}`;
  }
  out.push(line(glints, '#ffffff', 4, 0.5));
  for (let i = 0; i < 6; i += 1) {
    const x = 60 + i * 216 + random.int(-20, 20);
    out.push(
      palm({
        x,
        base: 690 + (i % 2) * 12,
        height: random.int(190, 280),
        lean: random.int(-18, 18),
        crown: 'far',
        size: 0.72,
        trunk: ink.ink,
      }),
    );
  }
  out.push(
    palm({ x: 40, base: 830, height: 470, lean: 40, crown: 'near', size: 1.2, trunk: ink.ink }),
    palm({ x: 1170, base: 830, height: 420, lean: -50, crown: 'near', size: 1.1, trunk: ink.ink }),
  );
  return out.join('');
}
