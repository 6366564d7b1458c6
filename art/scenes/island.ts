import { villas, tower } from './buildings.ts';
import {
  birds,
  clouds,
  defineCrown,
  foliage,
  isDark,
  line,
  mix,
  palm,
  peak,
  polygon,
  round,
  sailboat,
  shape,
  sky,
  water,
  type DrawScene,
  type Stage,
} from './kit.ts';

/** A lagoon in front of green peaks, karst stacks or a crater. */
export const drawIsland: DrawScene = (stage) => {
  const { ink, random, layout } = stage;
  const flip = random.chance(0.5);
  const horizon = random.int(400, 455);
  const sunX = random.int(180, 420);
  const body = [
    sky(stage, {
      horizon,
      sunX,
      sunY: horizon - random.int(110, 280),
      sunSize: random.int(50, 74),
    }),
    clouds(stage, 80, horizon - 190, 3),
    defineCrown('near', random, ink.ink, mix(ink.leaf, ink.ink, 0.45)),
    defineCrown('far', random, mix(ink.leaf, ink.ink, 0.4), mix(ink.leaf, ink.seaLight, 0.05)),
  ];
  if (layout === 'crater') body.push(crater(stage, horizon));
  else if (layout === 'karst') body.push(karst(stage, horizon));
  else if (layout === 'flat') body.push(flat(stage, horizon));
  else body.push(volcano(stage, horizon));
  body.push(
    water(
      stage,
      horizon,
      800,
      [mix(ink.sea, ink.haze, 0.3), ink.sea, mix(ink.sea, ink.seaLight, 0.85), ink.seaLight],
      { x: sunX, color: ink.sun },
    ),
    reef(stage, horizon),
    sailboat(
      random.int(230, 420),
      horizon + random.int(60, 90),
      random.float(0.7, 0.95),
      ink.ink,
      ink.wall,
      ink.accent,
    ),
    spit(stage, horizon),
  );
  const markup = body.join('');
  const framed = flip ? `<g transform="matrix(-1 0 0 1 1200 0)">${markup}</g>` : markup;
  return (
    framed +
    birds(random, flip ? 760 : 300, horizon - 230, isDark(ink) ? ink.wall : ink.ink) +
    front(stage, flip)
  );
};

function volcano(stage: Stage, horizon: number): string {
  const { ink, random } = stage;
  const far = mix(ink.leaf, ink.haze, 0.62);
  const middle = mix(ink.leaf, ink.haze, 0.28);
  const out = [
    peak(
      random,
      { x: random.int(930, 1080), base: horizon + 6, w: 820, h: random.int(230, 300) },
      { lit: mix(far, ink.wall, 0.12), dark: far },
    ),
    peak(
      random,
      { x: random.int(640, 760), base: horizon + 6, w: 620, h: random.int(150, 215) },
      { lit: mix(middle, ink.lit, 0.16), dark: middle },
    ),
  ];
  const near = mix(ink.leaf, ink.ink, 0.12);
  out.push(
    shape(
      `M470 ${horizon + 8}C560 ${horizon - 30} 620 ${horizon - 24} 690 ${horizon - 50}S850 ${horizon - 110} 940 ${horizon - 84}S1120 ${horizon - 130} 1200 ${horizon - 120}V${horizon + 10}z`,
      near,
    ),
    shape(
      `M760 ${horizon + 8}C840 ${horizon - 40} 900 ${horizon - 30} 980 ${horizon - 60}S1130 ${horizon - 60} 1200 ${horizon - 84}V${horizon + 10}z`,
      mix(near, ink.lit, 0.16),
    ),
  );
  return out.join('');
}

function crater(stage: Stage, horizon: number): string {
  const { ink, random } = stage;
  const rock = mix(mix(ink.leaf, ink.sand, 0.35), ink.haze, 0.25);
  const h = horizon;
  const out = [
    shape(
      `M420 ${h + 6}C540 ${h - 30} 600 ${h - 90} 680 ${h - 150}C720 ${h - 186} 742 ${h - 150} 790 ${h - 138}S900 ${h - 176} 950 ${h - 196}S1010 ${h - 160} 1060 ${h - 130}S1150 ${h - 60} 1200 ${h - 40}V${h + 8}z`,
      rock,
    ),
    shape(
      `M950 ${h - 196}C940 ${h - 120} 980 ${h - 60} 960 ${h + 6}H1200V${h - 40}C1150 ${h - 60} 1110 ${h - 100} 1060 ${h - 130}S1000 ${h - 190} 950 ${h - 196}zM680 ${h - 150}C700 ${h - 90} 660 ${h - 40} 690 ${h + 6}H760C730 ${h - 50} 770 ${h - 100} 730 ${h - 164}z`,
      mix(rock, ink.ink, 0.3),
      0.7,
    ),
  ];
  [620, 700, 770, 850].forEach((x, at) => {
    out.push(
      tower(
        random,
        { x, base: h + 6, w: 62, h: 90 + ((at * 47) % 80) },
        ink,
        random.pick(['flat', 'terrace', 'hip']),
      ),
    );
  });
  out.push(
    shape(
      `M560 ${h + 8}q50-34 90-8q40-34 90-4q50-36 96-2q60-30 120 2q80-30 260-16V${h + 12}z`,
      mix(ink.leaf, ink.ink, 0.2),
    ),
  );
  return out.join('');
}

function karst(stage: Stage, horizon: number): string {
  const { ink, random } = stage;
  const out: string[] = [];
  const stack = (x: number, w: number, h: number, depth: number): void => {
    const body = mix(mix(ink.leaf, ink.sand, 0.12), ink.haze, depth);
    const b = horizon + 8;
    out.push(
      shape(
        `M${round(x - w / 2)} ${b}C${round(x - w * 0.62)} ${round(b - h * 0.5)} ${round(x - w * 0.42)} ${round(b - h * 0.86)} ${round(x - w * 0.1)} ${round(b - h)}S${round(x + w * 0.46)} ${round(b - h * 0.84)} ${round(x + w * 0.44)} ${round(b - h * 0.5)}S${round(x + w * 0.6)} ${round(b - h * 0.1)} ${round(x + w / 2)} ${b}z`,
        body,
      ),
      shape(
        `M${round(x + w * 0.02)} ${b}C${round(x + w * 0.16)} ${round(b - h * 0.4)} ${round(x - w * 0.04)} ${round(b - h * 0.7)} ${round(x - w * 0.1)} ${round(b - h)}S${round(x + w * 0.46)} ${round(b - h * 0.84)} ${round(x + w * 0.44)} ${round(b - h * 0.5)}S${round(x + w * 0.6)} ${round(b - h * 0.1)} ${round(x + w / 2)} ${b}z`,
        mix(body, ink.ink, 0.26),
      ),
    );
  };
  stack(500, 110, 110, 0.7);
  stack(1080, 320, 310, 0.62);
  stack(660, 190, 230, 0.48);
  stack(820, 210, 340, 0.28);
  stack(1140, 190, 230, 0.3);
  stack(590 + random.int(-20, 20), 90, 100, 0.12);
  return out.join('');
}

function flat(stage: Stage, horizon: number): string {
  const { ink } = stage;
  return (
    shape(
      `M380 ${horizon + 6}C560 ${horizon - 36} 760 ${horizon - 20} 900 ${horizon - 52}S1130 ${horizon - 46} 1200 ${horizon - 60}V${horizon + 8}z`,
      mix(ink.leaf, ink.haze, 0.5),
    ) +
    shape(
      polygon([
        [960, horizon + 6],
        [1090, horizon - 130],
        [1180, horizon - 60],
        [1260, horizon + 6],
      ]),
      mix(ink.leaf, ink.haze, 0.62),
    )
  );
}

function reef(stage: Stage, horizon: number): string {
  const { ink, random } = stage;
  let d = '';
  for (let i = 0; i < 5; i += 1) {
    const x = random.int(40, 1000);
    const y = horizon + random.int(110, 300);
    const w = random.int(110, 260);
    d += `M${x} ${y}q${round(w * 0.3)} ${-random.int(8, 16)} ${round(w * 0.55)} ${-4}t${round(w * 0.45)} 8q${round(-w * 0.3)} ${random.int(14, 24)} ${round(-w * 0.6)} 12t${round(-w * 0.4)}-16z`;
  }
  return shape(d, mix(ink.seaLight, '#ffffff', 0.4), 0.4);
}

function spit(stage: Stage, horizon: number): string {
  const { ink, random, layout } = stage;
  const h = horizon;
  const base = h + 74;
  const out = [
    shape(
      `M1200 ${h + 24}C1000 ${h + 26} 800 ${h + 56} 640 ${h + 96}S860 ${h + 170} 1200 ${h + 196}z`,
      mix(ink.seaLight, '#ffffff', 0.55),
      0.85,
    ),
    shape(
      `M1200 ${h + 26}C1010 ${h + 30} 830 ${h + 60} 690 ${h + 96}S900 ${h + 150} 1200 ${h + 172}z`,
      ink.sand,
    ),
  ];
  if (layout !== 'karst' && random.chance(0.6)) {
    out.push(villas(random, { x: 850, base, w: 380, h: random.int(110, 150) }, ink, 3));
  } else {
    out.push(...[840, 940, 1040, 1140].map((x, at) => hut(stage, x + 40, base + (at % 2) * 10)));
  }
  out.push(
    shape(
      `M800 ${base + 12}q40-38 90-6q50-40 100-2q50-38 110-2q50-30 110 0V${base + 36}q-240-30-420-10z`,
      mix(ink.leaf, ink.ink, 0.25),
    ),
  );
  for (let i = 0; i < 4; i += 1) {
    out.push(
      palm({
        x: 770 + i * 120 + random.int(-20, 20),
        base: base + 22,
        height: random.int(140, 220),
        lean: random.int(-70, 10),
        crown: 'far',
        size: random.float(0.5, 0.7),
        trunk: mix(ink.ink, ink.sand, 0.2),
      }),
    );
  }
  return out.join('');
}

function hut(stage: Stage, x: number, base: number): string {
  const { ink } = stage;
  const thatch = mix(ink.sand, ink.roof, 0.45);
  return (
    shape(
      polygon([
        [x - 34, base],
        [x - 34, base - 44],
        [x + 34, base - 44],
        [x + 34, base],
      ]),
      ink.wall,
    ) +
    shape(
      polygon([
        [x - 10, base],
        [x - 10, base - 34],
        [x + 10, base - 34],
        [x + 10, base],
      ]),
      isDark(ink) ? ink.lit : ink.shade,
    ) +
    shape(
      `M${x - 56} ${base - 38}Q${x - 18} ${base - 64} ${x} ${base - 108}Q${x + 18} ${base - 64} ${x + 56} ${base - 38}z`,
      thatch,
    ) +
    shape(
      `M${x + 4} ${base - 38}Q${x + 10} ${base - 70} ${x} ${base - 108}Q${x + 18} ${base - 64} ${x + 56} ${base - 38}z`,
      ink.ink,
      0.2,
    )
  );
}

function front(stage: Stage, flip: boolean): string {
  const { ink, random } = stage;
  const at = (x: number): number => (flip ? 1200 - x : x);
  const way = flip ? -1 : 1;
  const leaf = mix(ink.leaf, ink.ink, 0.5);
  const sand =
    shape(
      `M${at(-10)} 690Q${at(200)} 700 ${at(330)} 750T${at(620)} 810H${at(-10)}z`,
      mix(ink.sand, ink.ink, isDark(ink) ? 0.25 : 0.04),
    ) + line(`M${at(-10)} 682Q${at(206)} 692 ${at(340)} 744T${at(650)} 806`, '#ffffff', 7, 0.6);
  if (random.chance(0.55)) {
    return (
      sand +
      palm({
        x: at(150),
        base: 780,
        height: random.int(470, 560),
        lean: way * random.int(90, 190),
        crown: 'near',
        size: 1.3,
        trunk: ink.ink,
      }) +
      palm({
        x: at(110),
        base: 790,
        height: random.int(590, 680),
        lean: way * random.int(-60, 40),
        crown: 'near',
        size: 1.45,
        trunk: ink.ink,
      }) +
      foliage(random, at(120), 812, 150, [ink.ink, leaf])
    );
  }
  return (
    sand +
    foliage(random, at(20), 830, 330, [leaf, ink.ink]) +
    foliage(random, at(230), 840, 180, [ink.ink, leaf]) +
    palm({
      x: at(1120),
      base: 840,
      height: 600,
      lean: way * -90,
      crown: 'near',
      size: 1.5,
      trunk: ink.ink,
    }) +
    foliage(random, at(1180), 840, 170, [ink.ink, leaf])
  );
}
