import {
  box,
  circle,
  defineCrown,
  line,
  mix,
  palm,
  shape,
  umbrella,
  type Stage,
} from '../scenes/kit.ts';
import { plant, roomColors, rug, soft, wall, woodFloor, type RoomColors } from './room.ts';
import type { View } from './names.ts';
import { drawView } from './views.ts';

/** A pool terrace of a resort, with loungers. */
export function drawPool(stage: Stage, view: View): string {
  const { ink, random } = stage;
  const colors = roomColors(stage);
  const pool = mix('#62CBC8', ink.sea, 0.15);
  const hasPalms = view === 'sea' || view === 'city';
  return (
    drawView(stage, view, 330) +
    box(0, 430, 1200, 370, mix(colors.floor, '#FFFFFF', 0.3)) +
    line('M0 470H1200M0 530H1200M0 620H1200M0 720H1200', colors.floorDark, 3, 0.25) +
    (hasPalms
      ? defineCrown('crown', random, ink.leaf, mix(ink.leaf, ink.seaLight, 0.3)) +
        palm({ x: 120, base: 470, height: 330, lean: 40, crown: 'crown', trunk: colors.wood }) +
        palm({ x: 1090, base: 460, height: 290, lean: -30, crown: 'crown', trunk: colors.wood })
      : plant(stage, 110, 500, 150) + plant(stage, 1100, 490, 140)) +
    umbrella(330, 400, 120, ink.accent, '#FFF8EA') +
    umbrella(860, 396, 110, ink.sea, '#FFF8EA') +
    shape(
      'M140 628C140 536 290 522 430 528S700 508 850 514S1110 548 1096 634S950 764 780 758S520 740 400 752S140 732 140 628z',
      '#FFFDF6',
    ) +
    shape(
      'M176 630C176 562 300 546 430 552S700 532 850 538S1072 566 1060 632S940 736 780 732S520 714 400 726S176 712 176 630z',
      pool,
    ) +
    line(
      'M320 610q40-16 80 0t80 0M600 660q40-16 80 0t80 0M700 586q40-14 80 0t80 0',
      '#FFFFFF',
      5,
      0.6,
    ) +
    circle(520, 624, 46, ink.accent) +
    circle(520, 624, 22, pool) +
    [240, 390, 760, 910].map((x) => lounger(x, 500, colors)).join('')
  );
}

function lounger(x: number, y: number, { wood, cloth }: RoomColors): string {
  return (
    line(`M${x} ${y}v26M${x + 96} ${y}v26`, wood, 7) +
    soft({ x: x - 8, y: y - 12, w: 116, h: 18 }, 8, cloth) +
    shape(`M${x + 70} ${y - 4}l44-50 14 10-38 46z`, cloth)
  );
}

/** The lobby of a resort: a desk, armchairs and a high window. */
export function drawLobby(stage: Stage, view: View): string {
  const { ink } = stage;
  const colors = roomColors(stage);
  const floor = 600;
  const lamps = [220, 420].map(
    (x) =>
      line(`M${x} 0v130`, ink.ink, 5) +
      circle(x, 190, 84, ink.lit, 0.22) +
      circle(x, 176, 46, ink.lit),
  );
  return (
    drawView(stage, view, 360) +
    wall(colors, floor, [{ x: 620, y: 60, w: 500, h: 480 }]) +
    woodFloor(colors, floor, 860) +
    box(70, 200, 460, 250, mix(colors.cloth, '#FFFFFF', 0.2)) +
    line(
      'M116 260h140M116 320h140M116 380h140M344 260h140M344 320h140M344 380h140',
      colors.wood,
      14,
    ) +
    lamps.join('') +
    desk(stage, colors) +
    rug(870, 716, 560, [colors.cloth, mix(colors.cloth, '#FFFFFF', 0.6)]) +
    armchair(690, colors.accent) +
    armchair(920, colors.accent) +
    line('M870 700v70M834 772h72', colors.woodDark, 10) +
    `<ellipse cx="870" cy="696" rx="62" ry="16" fill="${colors.wood}"/>` +
    plant(stage, 1140, 690, 190)
  );
}

function desk({ ink }: Stage, { wood, woodDark }: RoomColors): string {
  return (
    box(60, 480, 480, 190, wood) +
    line('M180 496v160M300 496v160M420 496v160', woodDark, 5, 0.5) +
    box(40, 458, 520, 28, '#FFFDF6') +
    shape('M120 458q0-26 26-26t26 26zM146 432v-8', ink.sun) +
    shape('M420 458l-10-54h60l-10 54z', ink.seaLight) +
    line('M440 404q-20-44-46-54M440 404q0-50 22-74M440 404q26-34 54-36', ink.leaf, 8)
  );
}

function armchair(x: number, fill: string): string {
  const dark = mix(fill, '#10292F', 0.3);
  return (
    line(`M${x + 24} 720v40M${x + 136} 720v40`, '#10292F', 10) +
    soft({ x, y: 560, w: 160, h: 120 }, 34, dark) +
    soft({ x: x + 20, y: 648, w: 120, h: 46 }, 20, fill) +
    soft({ x: x - 16, y: 624, w: 46, h: 106 }, 22, fill) +
    soft({ x: x + 130, y: 624, w: 46, h: 106 }, 22, fill) +
    soft({ x: x + 6, y: 690, w: 148, h: 44 }, 18, dark)
  );
}
