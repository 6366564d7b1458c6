import { lodge } from './buildings.ts';
import {
  box,
  clouds,
  definePine,
  isDark,
  line,
  mix,
  peak,
  pines,
  ridge,
  round,
  shape,
  sky,
  water,
  circle,
  type DrawScene,
  type Stage,
} from './kit.ts';

/** Winter: snow peaks, ski runs, a lodge with a white roof; sometimes a lake or a gondola. */
export const drawMountainSnow: DrawScene = (stage) => {
  const { ink, random, layout } = stage;
  const flip = random.chance(0.5);
  const dark = isDark(ink);
  const snow = dark ? mix('#ffffff', ink.sky[1], 0.32) : mix('#ffffff', ink.sky[2], 0.3);
  const snowDark = mix(snow, ink.sky[0], dark ? 0.42 : 0.36);
  const rock = mix(ink.ink, ink.haze, 0.5);
  const base = 520;
  const sunX = random.int(160, 520);
  const body = [
    sky(stage, { horizon: base, sunX, sunY: random.int(120, 260), sunSize: random.int(44, 62) }),
    clouds(stage, 90, 240, 2),
    peak(
      random,
      { x: 160, base, w: 640, h: random.int(220, 280) },
      {
        lit: mix(rock, snow, 0.6),
        dark: mix(rock, snowDark, 0.55),
        snow: mix(snow, ink.haze, 0.25),
        snowDark: mix(snowDark, ink.haze, 0.2),
      },
      0.6,
    ),
    peak(
      random,
      { x: 1060, base, w: 620, h: random.int(230, 300) },
      {
        lit: mix(rock, snow, 0.5),
        dark: mix(rock, snowDark, 0.5),
        snow: mix(snow, ink.haze, 0.2),
        snowDark: mix(snowDark, ink.haze, 0.15),
      },
      0.6,
    ),
    peak(
      random,
      {
        x: random.int(560, 760),
        base: base + 20,
        w: random.int(760, 900),
        h: random.int(360, 410),
      },
      { lit: mix(rock, snow, 0.32), dark: rock, snow, snowDark },
      random.float(0.5, 0.66),
    ),
    definePine('pine', mix(ink.ink, ink.leaf, 0.25), mix(ink.leaf, ink.ink, 0.35), snow),
    definePine('bare', mix(ink.ink, ink.leaf, 0.3), mix(ink.leaf, ink.haze, 0.22)),
    ridge(random, 1200, base - 32, 50, 640, mix(snowDark, ink.haze, 0.25), 2),
    pines(random, 'bare', { from: 0, to: 1200, y: base + 12 }, 26, [0.28, 0.5]),
  ];
  if (layout === 'lake') {
    body.push(
      water(
        stage,
        base + 6,
        690,
        [mix(ink.sea, ink.haze, 0.4), ink.sea, mix(ink.sea, ink.ink, 0.25)],
        { x: sunX, color: ink.sun },
      ),
      shape(`M500 ${base + 8}L660 ${base + 120}L820 ${base + 8}z`, snow, 0.22),
      shape('M0 640C200 620 360 668 560 672S960 630 1200 604V810H0z', snow),
      shape('M0 700C300 680 500 730 760 716S1060 690 1200 694V810H0z', snowDark, 0.5),
    );
  } else {
    body.push(
      shape(
        `M0 ${base + 30}C260 ${base - 10} 480 ${base + 70} 700 ${base + 20}S1060 ${base - 60} 1200 ${base - 30}V810H0z`,
        mix(snow, ink.haze, 0.18),
      ),
      runs(stage, base, snowDark),
      shape(
        `M0 ${base + 130}C240 ${base + 80} 420 ${base + 150} 640 ${base + 140}S1000 ${base + 70} 1200 ${base + 100}V810H0z`,
        snow,
      ),
      shape(`M0 730C320 700 560 770 800 742S1100 720 1200 726V810H0z`, snowDark, 0.55),
    );
  }
  const timber = mix(mix(ink.roof, ink.ink, 0.35), ink.sand, 0.2);
  body.push(
    pines(random, 'pine', { from: 620, to: 1200, y: base + 100 }, 7, [0.7, 1.05]),
    lodge(random, { x: 700, base: base + 146, w: 430, h: random.int(205, 250) }, ink, timber, snow),
    shape(
      `M640 ${base + 148}q70-26 150-8q110-22 200-2q110-20 230-4V${base + 172}q-330 24-590-6z`,
      snow,
    ),
  );
  if (layout === 'gondola' || layout === 'lake') {
    body.push(gondola(stage));
  }
  body.push(
    lamps(stage, base),
    pines(random, 'pine', { from: -30, to: 330, y: 742, drop: 40 }, 4, [1.3, 2.1]),
    pines(random, 'pine', { from: 1090, to: 1220, y: 770 }, 2, [1.5, 2]),
    flakes(stage),
  );
  const markup = body.join('');
  return flip ? `<g transform="matrix(-1 0 0 1 1200 0)">${markup}</g>` : markup;
};

function runs(stage: Stage, base: number, shadow: string): string {
  const { random } = stage;
  let d = '';
  for (let i = 0; i < 4; i += 1) {
    const x = 260 + i * 80 + random.int(-20, 20);
    d += `M${x} ${base + 16}C${x + 70} ${base + 50} ${x - 60} ${base + 90} ${x + 30} ${base + 136}`;
  }
  return line(d, shadow, 4, 0.8) + line(d, '#ffffff', 2, 0.5);
}

function gondola(stage: Stage): string {
  const { ink } = stage;
  const cable = 'M-10 300Q420 300 900 170T1210 100';
  const cabin = (x: number, y: number, s: number): string =>
    line(`M${x} ${y}v${round(26 * s)}`, ink.ink, 4) +
    shape(
      `M${round(x - 24 * s)} ${round(y + 26 * s)}h${round(48 * s)}q${round(7 * s)} ${round(26 * s)} ${round(-3 * s)} ${round(42 * s)}h${round(-42 * s)}q${round(-10 * s)} ${round(-16 * s)} ${round(-3 * s)} ${round(-42 * s)}z`,
      ink.accent,
    ) +
    box(x - 19 * s, y + 33 * s, 38 * s, 16 * s, isDark(ink) ? ink.lit : ink.wall);
  return (
    line(cable, ink.ink, 3, 0.8) + cabin(250, 293, 1.25) + cabin(560, 258, 1) + cabin(960, 154, 0.8)
  );
}

function lamps(stage: Stage, base: number): string {
  const { ink } = stage;
  if (!isDark(ink)) return '';
  return [430, 540, 640]
    .map(
      (x, i) =>
        circle(x, base + 150 + i * 14, 30, ink.lit, 0.2) +
        circle(x, base + 150 + i * 14, 7, ink.lit) +
        line(`M${x} ${base + 156 + i * 14}v46`, ink.ink, 5),
    )
    .join('');
}

function flakes(stage: Stage): string {
  const { random } = stage;
  if (random.chance(0.4)) return '';
  let d = '';
  for (let i = 0; i < 70; i += 1) {
    d += `M${random.int(0, 1200)} ${random.int(0, 780)}h0`;
  }
  return line(d, '#ffffff', 6, 0.75);
}
