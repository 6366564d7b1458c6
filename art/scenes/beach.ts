import { terraces, tower, villas, ferrisWheel } from './buildings.ts';
import {
  birds,
  box,
  circle,
  clouds,
  defineCrown,
  foliage,
  group,
  isDark,
  line,
  mix,
  palm,
  ridge,
  round,
  sailboat,
  shape,
  sky,
  umbrella,
  water,
  type DrawScene,
  type Stage,
} from './kit.ts';

/** An open shore: the sea on one side, a hotel on the other, umbrellas between. */
export const drawBeach: DrawScene = (stage) => {
  if (stage.layout === 'palapas' || stage.layout === 'terrace') return drawSeaFront(stage);
  const { ink, random, layout } = stage;
  const flip = random.chance(0.5);
  const horizon = random.int(370, 430);
  const sunX = random.int(330, 560);
  const body = [
    sky(stage, { horizon, sunX, sunY: horizon - random.int(80, 250), sunSize: random.int(46, 68) }),
    clouds(stage, 90, horizon - 110, 3),
    defineCrown('near', random, ink.ink, mix(ink.leaf, ink.ink, 0.45)),
    defineCrown('far', random, mix(ink.leaf, ink.ink, 0.4), mix(ink.leaf, ink.seaLight, 0.05)),
  ];
  if (layout === 'mountain' || layout === 'jungle') {
    body.push(
      ridge(random, 1200, horizon - 40, 150, horizon + 10, mix(ink.haze, ink.leaf, 0.25)),
      ridge(random, 1200, horizon - 10, 80, horizon + 10, mix(ink.haze, ink.leaf, 0.55), 3),
    );
  } else if (random.chance(0.6)) {
    body.push(headland(stage, horizon));
  }
  body.push(
    water(
      stage,
      horizon,
      760,
      [mix(ink.sea, ink.haze, 0.35), ink.sea, mix(ink.sea, ink.seaLight, 0.75)],
      { x: sunX, color: ink.sun },
    ),
    sailboat(
      random.int(120, 300),
      horizon + 22,
      random.float(0.4, 0.6),
      ink.ink,
      ink.wall,
      ink.accent,
    ),
  );
  if (random.chance(0.5)) {
    body.push(sailboat(random.int(480, 640), horizon + 12, 0.3, ink.ink, ink.wall, ink.lit));
  }
  if (layout === 'arch') {
    body.push(arch(stage, horizon));
  }
  if (layout === 'cliff') {
    body.push(cliff(stage, horizon));
  } else {
    body.push(shore(stage, horizon));
  }
  const markup = body.join('');
  const framed = flip ? `<g transform="matrix(-1 0 0 1 1200 0)">${markup}</g>` : markup;
  return (
    framed +
    foreground(stage, flip) +
    birds(random, flip ? 640 : 300, horizon - 190, isDark(ink) ? ink.wall : ink.ink)
  );
};

/** Looking straight out to sea: thatched shades and a jetty, or a pool terrace above the water. */
function drawSeaFront(stage: Stage): string {
  const { ink, random, layout } = stage;
  const horizon = layout === 'terrace' ? 330 : 390;
  const sunX = random.int(420, 780);
  const flip = random.chance(0.5);
  const side = flip ? -1 : 1;
  const at = (x: number): number => (flip ? 1200 - x : x);
  const out = [
    sky(stage, { horizon, sunX, sunY: horizon - random.int(20, 170), sunSize: random.int(70, 96) }),
    clouds(stage, 80, horizon - 120, 3),
    defineCrown('near', random, ink.ink, mix(ink.leaf, ink.ink, 0.45)),
    defineCrown('far', random, mix(ink.leaf, ink.ink, 0.4), mix(ink.leaf, ink.seaLight, 0.05)),
    group(headland(stage, horizon), flip ? 'matrix(-1 0 0 1 1200 0)' : 'translate(0 0)'),
    water(
      stage,
      horizon,
      760,
      [mix(ink.sea, ink.haze, 0.4), ink.sea, mix(ink.sea, ink.seaLight, 0.7)],
      { x: sunX, color: ink.sun },
    ),
    sailboat(
      at(random.int(700, 860)),
      horizon + 40,
      random.float(0.55, 0.8),
      ink.ink,
      ink.wall,
      ink.accent,
    ),
  ];
  out.push(layout === 'terrace' ? poolTerrace(stage, at, side) : palapas(stage, horizon, at, side));
  out.push(birds(random, at(420), horizon - 190, isDark(ink) ? ink.wall : ink.ink));
  return out.join('');
}

function palapas(stage: Stage, horizon: number, at: (x: number) => number, side: number): string {
  const { ink, random } = stage;
  const wood = mix(mix(ink.sand, ink.roof, 0.3), ink.ink, 0.3);
  const thatch = mix(mix(ink.sand, ink.roof, 0.35), ink.lit, 0.2);
  const far = at(950);
  const out = [
    shape(`M${far - 14} ${horizon + 40}h28L${far + side * 90 + 70} 640h-150z`, wood),
    line(
      `M${far - 12} ${horizon + 60}v26M${far + 18} ${horizon + 60}v26M${far + side * 20 - 30} ${horizon + 120}v36M${far + side * 36 + 36} ${horizon + 120}v36`,
      mix(wood, ink.ink, 0.4),
      7,
    ),
    shape(
      `M${far - 66} ${horizon + 12}Q${far - 20} ${horizon - 20} ${far} ${horizon - 62}Q${far + 20} ${horizon - 20} ${far + 66} ${horizon + 12}z`,
      thatch,
    ),
    line(
      `M${far - 44} ${horizon + 10}v38M${far + 44} ${horizon + 10}v38M${far - 60} ${horizon + 48}h120`,
      wood,
      8,
    ),
    shape(
      'M0 576C200 540 420 606 640 582S1040 548 1200 580V810H0z',
      mix(ink.seaLight, '#ffffff', 0.3),
      0.6,
    ),
    shape(
      'M0 598C200 566 420 626 640 602S1040 570 1200 602V810H0z',
      isDark(ink) ? mix(ink.wall, ink.seaLight, 0.3) : '#ffffff',
      0.9,
    ),
    shape('M0 612C200 582 420 640 640 616S1040 586 1200 618V810H0z', mix(ink.sand, ink.sea, 0.25)),
    shape('M0 632C200 606 420 656 640 634S1040 608 1200 640V810H0z', ink.sand),
    shape(
      'M0 720C260 690 560 740 800 716S1080 700 1200 716V810H0z',
      mix(ink.sand, isDark(ink) ? ink.ink : '#ffffff', 0.22),
      0.8,
    ),
  ];
  for (let i = 0; i < 3; i += 1) {
    const x = at(300 + i * 235);
    const y = 600 + i * 26;
    const s = 0.86 + i * 0.16;
    out.push(
      `<ellipse cx="${round(x + 30)}" cy="${round(y + 96 * s)}" rx="${round(96 * s)}" ry="11" fill="#10292f" opacity=".16"/>`,
      line(`M${x} ${y}v${round(96 * s)}`, wood, 9),
      shape(
        `M${round(x - 88 * s)} ${round(y + 8 * s)}Q${round(x - 24 * s)} ${round(y - 22 * s)} ${x} ${round(y - 74 * s)}Q${round(x + 24 * s)} ${round(y - 22 * s)} ${round(x + 88 * s)} ${round(y + 8 * s)}l-16 8-18-8-18 8-18-8-18 8-18-8-18 8-18-8z`,
        thatch,
      ),
      shape(
        `M${round(x + 6)} ${y}Q${round(x + 16)} ${round(y - 30 * s)} ${x} ${round(y - 74 * s)}Q${round(x + 24 * s)} ${round(y - 22 * s)} ${round(x + 88 * s)} ${round(y + 8 * s)}z`,
        ink.ink,
        0.2,
      ),
      shape(
        `M${round(x + 20 * s)} ${round(y + 92 * s)}l${round(76 * s)}-8l${round(30 * s)} ${round(-34 * s)}l9 5l${round(-28 * s)} ${round(42 * s)}l${round(-86 * s)} 10z`,
        i === 1 ? ink.accent : mix(ink.wall, '#ffffff', 0.3),
      ),
    );
  }
  out.push(
    palm({
      x: at(70),
      base: 830,
      height: random.int(600, 660),
      lean: side * 60,
      crown: 'near',
      size: 1.5,
      trunk: ink.ink,
    }),
    palm({
      x: at(160),
      base: 830,
      height: random.int(440, 500),
      lean: side * 110,
      crown: 'near',
      size: 1.15,
      trunk: ink.ink,
    }),
    palm({
      x: at(1170),
      base: 830,
      height: 540,
      lean: side * -50,
      crown: 'near',
      size: 1.3,
      trunk: ink.ink,
    }),
    foliage(random, at(110), 826, 170, [ink.ink, mix(ink.leaf, ink.ink, 0.5)]),
  );
  return out.join('');
}

function poolTerrace(stage: Stage, at: (x: number) => number, side: number): string {
  const { ink, random } = stage;
  const stone = mix(ink.sand, ink.wall, 0.5);
  const pool = isDark(ink) ? mix(ink.sea, '#3BC0C4', 0.5) : mix(ink.seaLight, '#2FB5BE', 0.55);
  const dark = isDark(ink);
  const out = [
    shape(
      'M0 470q60-40 120-10q70-44 140-6q60-40 120-4q80-40 150 0q60-36 130 0q70-40 140-4q70-36 130 0q70-40 270-14V600H0z',
      mix(ink.leaf, ink.ink, 0.18),
    ),
    ...[90, 250, 420, 690, 860].map((x) =>
      palm({
        x: at(x + random.int(-24, 24)),
        base: 490,
        height: random.int(130, 210),
        lean: random.int(-30, 30),
        crown: 'far',
        size: random.float(0.5, 0.66),
        trunk: mix(ink.ink, ink.sand, 0.2),
      }),
    ),
    box(0, 520, 1200, 290, stone),
    box(0, 512, 1200, 14, mix(stone, '#ffffff', dark ? 0.1 : 0.5)),
    shape(
      `M${at(-20)} 548H${at(820)}C${at(930)} 560 ${at(900)} 640 ${at(960)} 690S${at(900)} 810 ${at(820)} 820H${at(-20)}z`,
      mix(stone, ink.ink, 0.22),
    ),
    shape(
      `M${at(-20)} 560H${at(806)}C${at(910)} 574 ${at(880)} 646 ${at(938)} 694S${at(880)} 810 ${at(800)} 820H${at(-20)}z`,
      pool,
    ),
  ];
  let glints = '';
  for (let i = 0; i < 20; i += 1) {
    glints += `M${at(random.int(60, 780))} ${random.int(580, 780)}h${side * random.int(24, 100)}`;
  }
  out.push(line(glints, '#ffffff', 4, 0.5));
  out.push(tower(random, { x: at(1080) - 85, base: 560, w: 190, h: 380 }, ink, 'terrace'));
  out.push(
    shape(
      `M${at(960)} 566q${side * 40}-40 ${side * 90}-8q${side * 50}-40 ${side * 190}-6v24H${at(960)}z`,
      mix(ink.leaf, ink.ink, 0.25),
    ),
  );
  [
    [930, 590, 42],
    [1000, 650, 54],
    [1080, 728, 70],
  ].forEach(([x = 0, y = 0, s = 0], i) => {
    out.push(
      umbrella(
        at(x),
        y,
        s,
        i % 2 === 0 ? ink.accent : mix(ink.lit, ink.accent, 0.3),
        dark ? ink.wall : '#FFFDF5',
      ),
    );
  });
  out.push(
    palm({
      x: at(40),
      base: 830,
      height: 640,
      lean: side * 80,
      crown: 'near',
      size: 1.5,
      trunk: ink.ink,
    }),
    foliage(random, at(30), 830, 230, [ink.ink, mix(ink.leaf, ink.ink, 0.5)]),
  );
  return out.join('');
}

function headland(stage: Stage, horizon: number): string {
  const { ink, random } = stage;
  const reach = random.int(240, 460);
  const h = random.int(40, 95);
  return shape(
    `M0 ${horizon - h}C${round(reach * 0.4)} ${horizon - h - 20} ${round(reach * 0.6)} ${horizon - h * 0.3} ${reach} ${horizon + 3}H0z`,
    mix(ink.haze, ink.leaf, 0.45),
  );
}

function curve(horizon: number, bend: number, dy: number): string {
  return `M1200 ${horizon + 44 + round(dy * 0.3)}C${980 - bend} ${horizon + 66 + round(dy * 0.5)} ${740 + bend} ${horizon + 150 + round(dy * 0.8)} ${560 + round(bend * 0.6)} ${horizon + 224 + dy}S${250 + bend} 700 -20 ${752 + dy}V810H1200z`;
}

function shore(stage: Stage, horizon: number): string {
  const { ink, random, layout } = stage;
  const bend = random.int(-70, 70);
  const out = [
    shape(curve(horizon, bend, -50), ink.seaLight, 0.5),
    shape(curve(horizon, bend, -26), mix(ink.seaLight, '#ffffff', 0.35), 0.8),
    shape(
      curve(horizon, bend, -12),
      isDark(ink) ? mix(ink.wall, ink.seaLight, 0.3) : '#ffffff',
      0.9,
    ),
    shape(curve(horizon, bend, 4), mix(ink.sand, ink.sea, 0.28)),
    shape(curve(horizon, bend, 30), ink.sand),
    shape(
      curve(horizon, bend, 128),
      mix(ink.sand, isDark(ink) ? ink.ink : '#ffffff', isDark(ink) ? 0.18 : 0.4),
      0.7,
    ),
  ];
  const base = horizon + 112;
  const green = mix(ink.leaf, ink.seaLight, 0.12);
  if (layout === 'towers') {
    out.push(
      tower(random, { x: 800, base: base - 24, w: 96, h: random.int(190, 240) }, ink, 'terrace'),
      tower(
        random,
        { x: 912, base, w: 124, h: random.int(290, 345) },
        ink,
        random.pick(['flat', 'terrace', 'slant']),
      ),
      tower(
        random,
        { x: 1058, base: base + 10, w: 160, h: random.int(235, 300) },
        ink,
        random.pick(['flat', 'hip', 'terrace']),
      ),
    );
  } else if (layout === 'wheel') {
    out.push(
      ferrisWheel(770, base - 30, 112, ink),
      tower(random, { x: 920, base, w: 120, h: 270 }, ink, 'hip'),
      tower(random, { x: 1060, base: base + 10, w: 160, h: 215 }, ink, 'terrace'),
    );
  } else if (layout === 'terraces' || layout === 'jungle') {
    out.push(terraces(random, { x: 760, base, w: 470, h: random.int(200, 250) }, ink, green));
  } else {
    out.push(villas(random, { x: 790, base, w: 440, h: random.int(150, 195) }, ink, 3));
  }
  out.push(
    shape(
      `M700 ${base + 14}q60-44 120-8q50-48 110-6q60-46 120 0q70-40 160 4V${base + 40}H690z`,
      green,
    ),
    shape(
      `M690 ${base + 40}q60-36 120-4q60-40 120-2q70-36 130 2q70-34 150 2V${base + 60}q-280-30-520 0z`,
      mix(ink.leaf, ink.ink, 0.35),
    ),
  );
  for (let i = 0; i < 4; i += 1) {
    out.push(
      palm({
        x: 735 + i * 125 + random.int(-24, 24),
        base: base + 38,
        height: random.int(130, 225),
        lean: random.int(-50, 26),
        crown: 'far',
        size: random.float(0.5, 0.68),
        trunk: mix(ink.ink, ink.sand, 0.22),
      }),
    );
  }
  const stripes = [ink.accent, ink.roof, mix(ink.lit, ink.accent, 0.25), ink.sea];
  const first = random.int(0, 3);
  for (let i = 0; i < 5; i += 1) {
    const t = i / 4;
    out.push(
      umbrella(
        1120 - t * 610 + random.int(-24, 24),
        horizon + 196 + t * 168,
        28 + t * 34,
        stripes[(first + i) % (random.chance(0.5) ? 2 : 4)] ?? ink.accent,
        isDark(ink) ? ink.wall : '#FFFDF5',
      ),
    );
  }
  return out.join('');
}

function cliff(stage: Stage, horizon: number): string {
  const { ink, random } = stage;
  const rock = mix(ink.sand, ink.roof, 0.32);
  const dark = mix(rock, ink.ink, 0.35);
  const top = horizon - random.int(10, 40);
  const green = mix(ink.leaf, ink.lit, 0.14);
  return [
    shape(
      `M1200 ${top - 30}C1040 ${top - 40} 930 ${top - 10} 800 ${top + 20}C760 ${top + 60} 735 ${horizon + 90} 690 ${horizon + 118}L1200 ${horizon + 150}z`,
      mix(rock, ink.haze, 0.3),
    ),
    villas(random, { x: 830, base: top + 34, w: 400, h: 130 }, ink, 3),
    shape(
      `M1200 ${top + 20}C1060 ${top + 10} 930 ${top + 24} 790 ${top + 40}C740 ${top + 90} 700 ${horizon + 130} 610 ${horizon + 180}C700 ${horizon + 230} 960 ${horizon + 200} 1200 ${horizon + 220}z`,
      rock,
    ),
    shape(
      `M960 ${top + 30}C900 ${top + 90} 930 ${horizon + 130} 820 ${horizon + 206}L1000 ${horizon + 210}C1040 ${horizon + 130} 1010 ${top + 90} 1080 ${top + 26}z`,
      dark,
      0.45,
    ),
    shape(
      `M1200 ${top + 6}C1060 ${top} 900 ${top + 20} 780 ${top + 44}C850 ${top + 62} 1000 ${top + 40} 1200 ${top + 62}z`,
      green,
    ),
    shape(
      `M1200 ${horizon + 150}C980 ${horizon + 170} 800 ${horizon + 190} 600 ${horizon + 196}S190 ${horizon + 300} 0 ${horizon + 330}V810H1200z`,
      '#ffffff',
      0.75,
    ),
    shape(
      `M1200 ${horizon + 176}C980 ${horizon + 190} 800 ${horizon + 214} 610 ${horizon + 222}S200 ${horizon + 330} 0 ${horizon + 356}V810H1200z`,
      ink.sand,
    ),
    shape(`M1200 ${horizon + 250}C900 ${horizon + 250} 700 ${horizon + 300} 420 810H1200z`, green),
    flowerRows(stage, horizon),
    palm({
      x: 850,
      base: top + 44,
      height: 150,
      lean: -20,
      crown: 'far',
      size: 0.5,
      trunk: ink.ink,
    }),
    palm({
      x: 1150,
      base: top + 40,
      height: 190,
      lean: 20,
      crown: 'far',
      size: 0.6,
      trunk: ink.ink,
    }),
  ].join('');
}

function flowerRows(stage: Stage, horizon: number): string {
  const { ink } = stage;
  const colors = [ink.accent, ink.lit, mix(ink.accent, '#ffffff', 0.45), ink.roof];
  return [0, 1, 2, 3]
    .map((i) =>
      line(
        `M1220 ${horizon + 284 + i * 40}C${960 - i * 20} ${horizon + 292 + i * 44} ${800 - i * 40} ${horizon + 330 + i * 36} ${690 - i * 70} 830`,
        colors[i] ?? ink.accent,
        13 + i * 3,
        0.9,
      ),
    )
    .join('');
}

function arch(stage: Stage, horizon: number): string {
  const { ink } = stage;
  const rock = mix(ink.sand, ink.roof, 0.42);
  return [
    shape(
      `M90 ${horizon + 30}L120 ${horizon - 60}L165 ${horizon - 130}L215 ${horizon - 110}L270 ${horizon - 168}L330 ${horizon - 120}L372 ${horizon - 40}L420 ${horizon - 70}L452 ${horizon + 34}zM246 ${horizon + 32}C240 ${horizon - 40} 262 ${horizon - 84} 290 ${horizon - 84}C316 ${horizon - 80} 330 ${horizon - 30} 330 ${horizon + 32}z`,
      rock,
    ),
    shape(
      `M270 ${horizon - 168}L330 ${horizon - 120}L372 ${horizon - 40}L420 ${horizon - 70}L452 ${horizon + 34}H372L352 ${horizon - 60}L300 ${horizon - 100}zM165 ${horizon - 130}L215 ${horizon - 110}L190 ${horizon + 30}H160L182 ${horizon - 60}z`,
      mix(rock, ink.ink, 0.35),
      0.75,
    ),
    line(`M70 ${horizon + 34}H246M330 ${horizon + 34}H478`, '#ffffff', 5, 0.7),
  ].join('');
}

function foreground(stage: Stage, flip: boolean): string {
  const { ink, random } = stage;
  const style = random.int(0, 2);
  const at = (x: number): number => (flip ? 1200 - x : x);
  const leaf = mix(ink.leaf, ink.ink, 0.5);
  if (style === 0) {
    return (
      palm({
        x: at(90),
        base: 830,
        height: random.int(560, 640),
        lean: (flip ? -1 : 1) * random.int(70, 130),
        crown: 'near',
        size: 1.55,
        trunk: ink.ink,
      }) + foliage(random, at(30), 820, 190, [ink.ink, leaf])
    );
  }
  if (style === 1) {
    return (
      foliage(random, at(0), 830, 300, [leaf, ink.ink]) +
      foliage(random, at(1160), 840, 190, [ink.ink, leaf])
    );
  }
  return (
    palm({
      x: at(30),
      base: 830,
      height: 520,
      lean: (flip ? -1 : 1) * 150,
      crown: 'near',
      size: 1.3,
      trunk: ink.ink,
    }) +
    palm({
      x: at(-10),
      base: 830,
      height: 700,
      lean: (flip ? -1 : 1) * 70,
      crown: 'near',
      size: 1.35,
      trunk: ink.ink,
    }) +
    circle(at(0), 860, 130, leaf) +
    circle(at(110), 880, 110, ink.ink)
  );
}
