import { castle, terraces, tower, villas } from './buildings.ts';
import {
  circle,
  clouds,
  defineCrown,
  grove,
  isDark,
  line,
  mix,
  palm,
  ridge,
  round,
  sailboat,
  shape,
  sky,
  water,
  birds,
  foliage,
  type DrawScene,
  type Stage,
} from './kit.ts';

/** Still water with its far shore mirrored: villas or pastel towers, a fountain, a jetty. */
export const drawLake: DrawScene = (stage) => {
  const { ink, random, layout } = stage;
  const flip = random.chance(0.5);
  const shoreY = random.int(420, 450);
  const sunX = layout === 'palace' ? 1080 : random.int(240, 960);
  const green = mix(ink.leaf, ink.haze, 0.14);
  const bank = [
    grove(random, { from: -20, to: 1220, y: shoreY }, 16, 46, [
      mix(ink.leaf, ink.haze, 0.35),
      mix(ink.leaf, ink.haze, 0.5),
    ]),
    hotel(stage, shoreY),
    layout === 'palace'
      ? ''
      : grove(random, { from: -20, to: 420, y: shoreY + 4 }, 7, 32, [
          green,
          mix(green, ink.lit, 0.22),
        ]),
    grove(random, { from: 880, to: 1220, y: shoreY + 4 }, 6, 30, [
      green,
      mix(green, ink.lit, 0.22),
    ]),
    ...[470, 590, 760, 860].map((x) =>
      palm({
        x: x + random.int(-30, 30),
        base: shoreY + 6,
        height: random.int(100, 165),
        lean: random.int(-16, 16),
        crown: 'far',
        size: 0.48,
        trunk: mix(ink.ink, ink.sand, 0.2),
      }),
    ),
  ].join('');
  const body = [
    sky(stage, {
      horizon: shoreY,
      sunX,
      sunY: shoreY - random.int(150, 280),
      sunSize: random.int(46, 66),
    }),
    clouds(stage, 80, shoreY - 210, 3),
    ridge(random, 1200, shoreY - 20, 46, shoreY + 5, mix(ink.leaf, ink.haze, 0.62)),
    defineCrown('far', random, mix(ink.leaf, ink.ink, 0.4), mix(ink.leaf, ink.seaLight, 0.05)),
    defineCrown('near', random, ink.ink, mix(ink.leaf, ink.ink, 0.45)),
    layout === 'palace'
      ? castle(
          { x: random.int(90, 150), base: shoreY, w: 230, h: 260 },
          { ...ink, wall: mix(ink.wall, ink.haze, 0.35), shade: mix(ink.shade, ink.haze, 0.35) },
        ) + fireworks(stage)
      : '',
    `<defs><g id="bank">${bank}</g></defs><use href="#bank"/>`,
    water(
      stage,
      shoreY + 4,
      800,
      [mix(ink.sea, ink.haze, 0.42), ink.sea, mix(ink.sea, ink.ink, 0.25)],
      { x: sunX, color: ink.sun },
    ),
    `<use href="#bank" transform="matrix(1 0 0 -.62 0 ${round(shoreY * 1.62 + 8)})" opacity=".26"/>`,
    line(ripples(stage, shoreY), mix(ink.seaLight, '#ffffff', 0.3), 4, 0.4),
    line(`M0 ${shoreY + 6}H1200`, mix(ink.sand, ink.wall, 0.3), 7),
  ];
  if (layout !== 'palace') body.push(fountain(stage, random.int(330, 500), shoreY + 100));
  body.push(
    sailboat(
      random.int(620, 860),
      shoreY + random.int(90, 140),
      random.float(0.6, 0.85),
      ink.ink,
      ink.wall,
      ink.accent,
    ),
  );
  body.push(front(stage), birds(random, 330, shoreY - 210, isDark(ink) ? ink.wall : ink.ink));
  const markup = body.join('');
  return flip ? `<g transform="matrix(-1 0 0 1 1200 0)">${markup}</g>` : markup;
};

function hotel(stage: Stage, base: number): string {
  const { ink, random, layout } = stage;
  if (layout === 'towers') {
    const tinted = (color: string) => ({ ...ink, wall: mix(ink.wall, color, 0.3) });
    return (
      tower(random, { x: 430, base, w: 128, h: 205 }, tinted(ink.accent), 'hip') +
      tower(random, { x: 570, base, w: 150, h: 265 }, tinted(ink.lit), 'hip') +
      tower(random, { x: 732, base, w: 128, h: 220 }, tinted(ink.seaLight), 'hip') +
      tower(random, { x: 872, base, w: 120, h: 165 }, tinted(ink.accent), 'hip')
    );
  }
  if (layout === 'palace') {
    const h = 262;
    return (
      shape(
        `M440 ${base}C450 ${base - h * 0.62} 600 ${base - h} 980 ${base - h * 0.94}V${base}z`,
        ink.wall,
      ) +
      shape(`M900 ${base}V${base - h * 0.965}L980 ${base - h * 0.94}V${base}z`, ink.shade) +
      line(
        [0.2, 0.34, 0.48, 0.62, 0.76]
          .map((t) => `M${round(446 + t * 110)} ${round(base - h * t)}H896`)
          .join(''),
        isDark(ink) ? ink.lit : mix(ink.sea, ink.wall, 0.3),
        12,
        0.85,
      ) +
      line(
        [560, 620, 680, 740, 800, 860].map((x) => `M${x} ${base - 8}v${-round(h * 0.82)}`).join(''),
        ink.wall,
        13,
      )
    );
  }
  if (layout === 'terraces') {
    return terraces(
      random,
      { x: 430, base, w: 520, h: 190 },
      ink,
      mix(ink.leaf, ink.seaLight, 0.15),
    );
  }
  return villas(random, { x: 410, base, w: 540, h: random.int(135, 170) }, ink, 4);
}

function ripples(stage: Stage, top: number): string {
  let d = '';
  for (let i = 0; i < 12; i += 1) {
    d += `M${stage.random.int(300, 950)} ${top + 18 + i * 15}h${stage.random.int(40, 150)}`;
  }
  return d;
}

function fountain(stage: Stage, x: number, y: number): string {
  const { ink } = stage;
  let d = '';
  for (const [reach, height] of [
    [70, 90],
    [46, 130],
    [22, 156],
  ] as const) {
    d += `M${x} ${y}Q${x - reach * 0.7} ${y - height * 1.5} ${x - reach} ${y}M${x} ${y}Q${x + reach * 0.7} ${y - height * 1.5} ${x + reach} ${y}`;
  }
  return (
    line(d, isDark(ink) ? ink.seaLight : '#ffffff', 5, 0.8) +
    line(`M${x} ${y}v-128`, isDark(ink) ? ink.seaLight : '#ffffff', 7, 0.85) +
    `<ellipse cx="${x}" cy="${y}" rx="96" ry="12" fill="#fff" opacity=".4"/>`
  );
}

function fireworks(stage: Stage): string {
  const { ink, random } = stage;
  if (!isDark(ink)) return '';
  const out: string[] = [];
  const at: readonly [number, number, string][] = [
    [230, 110, ink.accent],
    [390, 170, ink.lit],
    [90, 190, ink.seaLight],
  ];
  for (const [x, y, color] of at) {
    let d = '';
    const r = random.int(46, 76);
    for (let i = 0; i < 14; i += 1) {
      const a = (i / 14) * Math.PI * 2;
      d += `M${round(x + Math.cos(a) * r * 0.35)} ${round(y + Math.sin(a) * r * 0.35)}L${round(x + Math.cos(a) * r)} ${round(y + Math.sin(a) * r)}`;
    }
    out.push(line(d, color, 4, 0.95), circle(x, y, 5, color));
  }
  return out.join('');
}

function front(stage: Stage): string {
  const { ink, random } = stage;
  const dark = mix(ink.leaf, ink.ink, 0.5);
  const wood = mix(mix(ink.sand, ink.roof, 0.3), ink.ink, isDark(ink) ? 0.45 : 0.1);
  const jetty = random.chance(0.6)
    ? shape('M-10 706H330L360 732H-10z', wood) +
      shape('M-10 732H360v14H-10z', mix(wood, ink.ink, 0.45)) +
      line('M60 744v70M190 744v70M320 744v70', mix(wood, ink.ink, 0.5), 15) +
      line('M40 707l8 24M110 707l10 24M180 707l13 24M250 707l16 24', mix(wood, ink.ink, 0.4), 3)
    : foliage(random, 20, 830, 260, [dark, ink.ink]);
  let reeds = '';
  for (let i = 0; i < 9; i += 1) {
    const x = 880 + i * 36 + random.int(-8, 8);
    reeds += `M${x} 812q${random.int(-6, 6)} -60 ${random.int(-18, 22)} -${random.int(70, 140)}`;
  }
  return (
    jetty +
    line(reeds, dark, 6) +
    palm({
      x: 1120,
      base: 820,
      height: random.int(520, 620),
      lean: random.int(-80, -20),
      crown: 'near',
      size: 1.4,
      trunk: ink.ink,
    }) +
    foliage(random, 1130, 826, 170, [ink.ink, dark])
  );
}
