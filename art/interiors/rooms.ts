import { box, circle, line, mix, shape, type Stage } from '../scenes/kit.ts';
import {
  cushion,
  plant,
  roomColors,
  rug,
  soft,
  tableLamp,
  wall,
  wallPicture,
  woodFloor,
  type RoomColors,
} from './room.ts';
import { drawLobby, drawPool } from './sharedPlaces.ts';
import type { Room, View } from './names.ts';
import { drawView } from './views.ts';

type DrawRoom = (stage: Stage, view: View) => string;

const living: DrawRoom = (stage, view) => {
  const colors = roomColors(stage);
  const floor = 590;
  return (
    drawView(stage, view, 360) +
    wall(colors, floor, [{ x: 450, y: 90, w: 660, h: 400 }]) +
    woodFloor(colors, floor, 800) +
    wallPicture(stage, { x: 110, y: 150, w: 220, h: 170 }) +
    rug(600, 715, 860, [colors.accent, mix(colors.accent, '#FFFFFF', 0.7)]) +
    sofa(colors) +
    floorLamp(stage) +
    plant(stage, 1110, 650, 190) +
    coffeeTable(stage, colors)
  );
};

function sofa({ cloth, clothDark, accent, woodDark }: RoomColors): string {
  return (
    line('M210 672v34M690 672v34', woodDark, 14) +
    soft({ x: 150, y: 420, w: 600, h: 190 }, 34, clothDark) +
    soft({ x: 186, y: 440, w: 262, h: 150 }, 26, cloth) +
    soft({ x: 454, y: 440, w: 262, h: 150 }, 26, cloth) +
    soft({ x: 120, y: 560, w: 660, h: 122 }, 34, clothDark) +
    soft({ x: 176, y: 548, w: 274, h: 84 }, 26, cloth) +
    soft({ x: 452, y: 548, w: 274, h: 84 }, 26, cloth) +
    soft({ x: 108, y: 500, w: 76, h: 176 }, 34, cloth) +
    soft({ x: 716, y: 500, w: 76, h: 176 }, 34, cloth) +
    cushion(214, 486, 88, accent, -8) +
    cushion(586, 478, 92, '#FFF3D8', 7)
  );
}

function floorLamp({ ink }: Stage): string {
  return (
    circle(884, 330, 150, ink.lit, 0.2) +
    line('M884 330v330M842 662h84', ink.ink, 8) +
    shape('M826 352h116l-30-92h-56z', ink.lit)
  );
}

function coffeeTable({ ink }: Stage, { wood, woodDark }: RoomColors): string {
  return (
    line('M470 690l-26 84M790 690l26 84M540 690v62M720 690v62', woodDark, 12) +
    soft({ x: 420, y: 668, w: 420, h: 28 }, 14, wood) +
    soft({ x: 560, y: 640, w: 120, h: 28 }, 6, ink.accent) +
    soft({ x: 574, y: 618, w: 96, h: 22 }, 6, ink.sea) +
    shape('M470 668v-34a26 26 0 0 1 52 0v34z', '#FFFDF6') +
    line('M496 610q-14-34-34-46M496 610q6-40 26-58', ink.leaf, 6)
  );
}

const bedroom: DrawRoom = (stage, view) => {
  const colors = roomColors(stage);
  const floor = 600;
  return (
    drawView(stage, view, 340) +
    wall(colors, floor, [{ x: 70, y: 100, w: 430, h: 370 }]) +
    woodFloor(colors, floor, 300) +
    curtains(colors) +
    wallPicture(stage, { x: 770, y: 90, w: 200, h: 150 }) +
    rug(700, 730, 980, [mix(colors.cloth, '#FFFFFF', 0.35), mix(colors.cloth, '#FFFFFF', 0.65)]) +
    nightTable(stage, colors, 500) +
    nightTable(stage, colors, 1110) +
    bed(colors)
  );
};

function curtains({ accent }: RoomColors): string {
  const cloth = mix(accent, '#FFFFFF', 0.55);
  const folds = mix(accent, '#FFFFFF', 0.35);
  return (
    line('M30 84H540', mix(accent, '#10292F', 0.6), 10) +
    shape(
      'M34 88h92q-4 210-38 420H40q8-210-6-420zM444 88h92q-14 210-6 420h-48q-34-210-38-420z',
      cloth,
    ) +
    line('M64 92q6 210-4 412M96 92q0 210-24 412M474 92q0 210 26 412M506 92q-6 210 6 412', folds, 6)
  );
}

function nightTable(stage: Stage, { wood, woodDark }: RoomColors, x: number): string {
  return (
    box(x - 52, 548, 104, 104, wood) +
    box(x - 60, 536, 120, 14, woodDark) +
    circle(x, 596, 7, woodDark) +
    tableLamp(stage, x, 536)
  );
}

function bed({ wood, woodDark, cloth, clothDark, accent }: RoomColors): string {
  return (
    soft({ x: 570, y: 290, w: 480, h: 300 }, 40, wood) +
    soft({ x: 596, y: 316, w: 428, h: 240 }, 28, woodDark) +
    soft({ x: 566, y: 520, w: 488, h: 200 }, 26, '#FFFDF6') +
    soft({ x: 606, y: 448, w: 190, h: 104 }, 34, '#FFFFFF') +
    soft({ x: 822, y: 448, w: 190, h: 104 }, 34, '#FFFFFF') +
    soft({ x: 730, y: 476, w: 160, h: 84 }, 28, accent) +
    shape('M566 600q244-44 488 0v120q0 24-26 24H592q-26 0-26-24z', cloth) +
    shape('M566 640q244-40 488 0v28q-244-40-488 0z', clothDark, 0.5) +
    line('M600 744v24M1020 744v24', woodDark, 16)
  );
}

const kitchen: DrawRoom = (stage, view) => {
  const colors = roomColors(stage);
  const { ink } = stage;
  return (
    drawView(stage, view, 260) +
    wall(colors, 620, [{ x: 430, y: 110, w: 340, h: 230 }]) +
    tiles(colors) +
    woodFloor(colors, 620, 600) +
    cupboards(colors) +
    counter(stage, colors) +
    pendants(ink.lit, ink.ink) +
    island(stage, colors)
  );
};

function tiles({ wallDark }: RoomColors): string {
  let joints = 'M0 400H1200M0 445H1200';
  for (let x = 30; x < 1200; x += 60) joints += `M${x} 360v130`;
  return line(joints, wallDark, 3, 0.55);
}

function cupboards({ cloth, clothDark, wood }: RoomColors): string {
  const doors = [20, 152, 284, 790, 922, 1054].map(
    (x) =>
      box(x, 80, 126, 230, cloth) +
      line(`M${x + 14} 96h98v198h-98z`, clothDark, 4, 0.7) +
      circle(x + 108, 280, 7, wood),
  );
  return doors.join('');
}

function counter({ ink }: Stage, { cloth, clothDark, wallDark, wood }: RoomColors): string {
  const drawers = [20, 216, 412, 608, 804, 1000].map(
    (x) => line(`M${x} 528h170v92h-170z`, clothDark, 4, 0.7) + line(`M${x + 60} 552h50`, wood, 7),
  );
  return (
    box(0, 510, 1200, 110, cloth) +
    drawers.join('') +
    box(0, 488, 1200, 24, '#FFFDF6') +
    box(0, 510, 1200, 8, wallDark) +
    line('M600 488v-64q0-34 34-34t34 30', mix(ink.ink, '#FFFFFF', 0.35), 10) +
    shape('M130 488v-60h96v60zM150 428q0-30 28-30t28 30z', ink.accent) +
    shape('M900 488q-30-70 0-84h70q30 14 0 84z', ink.seaLight) +
    line('M1060 488v-96M1090 488v-120M1120 488v-84', wood, 20)
  );
}

function pendants(lit: string, ink: string): string {
  return [380, 600, 820]
    .map(
      (x) =>
        line(`M${x} 0v160`, ink, 5) +
        circle(x, 210, 90, lit, 0.22) +
        shape(`M${x - 52} 216q0-58 52-62q52 4 52 62z`, lit),
    )
    .join('');
}

function island({ ink }: Stage, { wood, woodDark, accent }: RoomColors): string {
  const stools = [330, 600, 870].map(
    (x) =>
      line(`M${x - 34} 706l-16 94M${x + 34} 706l16 94M${x - 40} 762h80`, ink.ink, 9) +
      soft({ x: x - 58, y: 684, w: 116, h: 26 }, 13, accent),
  );
  return (
    box(180, 600, 840, 150, wood) +
    line('M390 600v150M600 600v150M810 600v150', woodDark, 5, 0.6) +
    box(150, 572, 900, 32, '#FFFDF6') +
    shape('M520 572q6-44 80-44t80 44z', mix(ink.seaLight, '#FFFFFF', 0.3)) +
    circle(566, 530, 24, '#E9A13B') +
    circle(604, 522, 26, ink.accent) +
    circle(640, 532, 23, '#E9A13B') +
    stools.join('')
  );
}

const bathroom: DrawRoom = (stage, view) => {
  const colors = roomColors(stage);
  const { ink } = stage;
  const light = mix(ink.seaLight, '#FFFFFF', 0.55);
  let joints = '';
  for (let x = 0; x <= 1200; x += 100) joints += `M${x} 330V620`;
  for (let y = 330; y < 620; y += 72) joints += `M0 ${y}H1200`;
  return (
    drawView(stage, view, 300) +
    wall(colors, 330, [{ x: 610, y: 70, w: 470, h: 210 }]) +
    box(0, 330, 1200, 290, light) +
    line(joints, '#FFFFFF', 5, 0.9) +
    box(0, 620, 1200, 180, mix(colors.floor, '#FFFFFF', 0.35)) +
    line(
      'M0 680H1200M0 744H1200M150 620L60 800M420 620l-40 180M690 620l20 180M960 620l90 180',
      colors.floorDark,
      4,
      0.35,
    ) +
    washstand(stage, colors) +
    towels(colors) +
    tub(ink.accent, ink.ink) +
    plant(stage, 1140, 720, 150)
  );
};

function washstand({ ink }: Stage, { wood, woodDark }: RoomColors): string {
  return (
    `<ellipse cx="250" cy="220" rx="120" ry="150" fill="${woodDark}"/>` +
    `<ellipse cx="250" cy="220" rx="106" ry="136" fill="${mix(ink.sky[1], '#FFFFFF', 0.5)}"/>` +
    shape('M190 300l90-190 40 22-86 190z', '#FFFFFF', 0.35) +
    box(90, 470, 320, 180, wood) +
    line('M250 480v160', woodDark, 5, 0.7) +
    circle(232, 560, 7, woodDark) +
    circle(268, 560, 7, woodDark) +
    box(70, 446, 360, 28, '#FFFDF6') +
    shape('M160 446q0-56 90-56t90 56z', '#FFFFFF') +
    line('M250 392v-40q0-18 22-18', mix(ink.ink, '#FFFFFF', 0.4), 10)
  );
}

function towels({ accent, cloth, woodDark }: RoomColors): string {
  return (
    line('M470 392h130', woodDark, 10) +
    box(484, 392, 48, 130, accent) +
    box(540, 392, 48, 104, cloth) +
    line('M484 500h48M540 476h48', '#FFFFFF', 6)
  );
}

function tub(accent: string, ink: string): string {
  return (
    line('M690 720l-14 36M1030 720l14 36', mix(ink, '#FFFFFF', 0.3), 16) +
    shape('M620 560h480q-6 130-70 166H690q-64-36-70-166z', '#FFFFFF') +
    shape('M960 580h120q-10 104-56 136h-70q40-60 6-136z', ink, 0.06) +
    soft({ x: 600, y: 540, w: 520, h: 32 }, 16, '#FFFDF6') +
    line('M1060 540v-80q0-26-30-26', mix(ink, '#FFFFFF', 0.4), 10) +
    box(700, 546, 110, 96, accent) +
    line('M700 622h110', '#FFFFFF', 7)
  );
}

const balcony: DrawRoom = (stage, view) => {
  const colors = roomColors(stage);
  const { ink } = stage;
  let posts = '';
  for (let x = 30; x < 1200; x += 95) posts += `M${x} 452V640`;
  return (
    drawView(stage, view, 330) +
    box(0, 640, 1200, 160, colors.floor) +
    line('M0 690H1200M0 744H1200', colors.floorDark, 4, 0.5) +
    line(posts, '#FFFFFF', 8) +
    box(0, 440, 1200, 18, '#FFFFFF') +
    box(0, 628, 1200, 14, '#FFFFFF') +
    awning(ink.accent) +
    chair(360, colors) +
    chair(800, colors) +
    drinks(ink.accent, colors) +
    plant(stage, 70, 780, 210)
  );
};

function awning(accent: string): string {
  const stripes = Array.from({ length: 12 }, (_, index) =>
    shape(`M${index * 100} 0h100v66a50 40 0 0 1 -100 0z`, index % 2 === 0 ? accent : '#FFF8EA'),
  );
  return stripes.join('');
}

/** A wooden armchair with cushions, seen from the front. */
function chair(x: number, { wood, woodDark, cloth, clothDark }: RoomColors): string {
  return (
    line(`M${x + 20} 650v110M${x + 240} 650v110`, woodDark, 18) +
    soft({ x: x + 20, y: 470, w: 220, h: 190 }, 26, wood) +
    soft({ x: x + 40, y: 486, w: 180, h: 150 }, 24, cloth) +
    soft({ x: x + 16, y: 622, w: 228, h: 58 }, 24, clothDark) +
    soft({ x: x + 22, y: 610, w: 216, h: 48 }, 22, cloth) +
    soft({ x: x - 6, y: 576, w: 40, h: 118 }, 16, wood) +
    soft({ x: x + 226, y: 576, w: 40, h: 118 }, 16, wood)
  );
}

function drinks(accent: string, { wood, woodDark }: RoomColors): string {
  return (
    line('M712 690v90M677 786h70', woodDark, 12) +
    `<ellipse cx="712" cy="680" rx="78" ry="20" fill="${wood}"/>` +
    shape('M675 674l-10-64h40l-10 64zM731 674l-10-64h40l-10 64z', mix(accent, '#FFFFFF', 0.45)) +
    line('M695 610l14-30M751 610l14-30', accent, 6)
  );
}

export const rooms = {
  living,
  bedroom,
  kitchen,
  bathroom,
  balcony,
  pool: drawPool,
  lobby: drawLobby,
} satisfies Record<Room, DrawRoom>;
