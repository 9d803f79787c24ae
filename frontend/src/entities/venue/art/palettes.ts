/** The colors of the cover art: nine families of two palettes, each with six colors and a wall. */

export type Palette = {
  wall: string;
  cloth: string;
  /** The cloth's pattern. */
  cloth2: string;
  plate: string;
  /** Food, glass, glaze. */
  a: string;
  b: string;
  dark: string;
};

const ink = (
  wall: string,
  cloth: string,
  cloth2: string,
  plate: string,
  a: string,
  b: string,
  dark: string,
): Palette => ({ wall, cloth, cloth2, plate, a, b, dark });

export const PALETTES = {
  trattoria: [
    ink('#e9c9a2', '#f7ecd9', '#cf4a31', '#fffaf0', '#e0a032', '#5c7340', '#2a3a2f'),
    ink('#35553f', '#f3e4c6', '#b9c58a', '#fff8ea', '#d8472f', '#e9b24a', '#1d2f25'),
  ],
  bistro: [
    ink('#24443b', '#f2ead9', '#d8c59a', '#fffaf0', '#a8352c', '#c99a3e', '#142820'),
    ink('#d9b9a6', '#8e2f32', '#a94743', '#fbf3e4', '#e2b04e', '#52694f', '#33191c'),
  ],
  sushi: [
    ink('#2b3d5e', '#e3e0d3', '#c7c9c2', '#3a5379', '#ef8a62', '#f6efe0', '#18233a'),
    ink('#c9b08c', '#b08d63', '#9c7a52', '#22304b', '#ea7f6a', '#f4ead6', '#2b2118'),
  ],
  seafood: [
    ink('#a9c9c6', '#e9efe6', '#5f9a9a', '#fffdf6', '#ee8465', '#f0c667', '#1f4347'),
    ink('#234f5c', '#f0e8d8', '#8db9bb', '#ffffff', '#f2c14e', '#e4694f', '#12323b'),
  ],
  taqueria: [
    ink('#f0b8a0', '#e8567a', '#f08a9d', '#fff3dc', '#f2b134', '#4f8f62', '#57223a'),
    ink('#2f7a78', '#f4d58c', '#eebc55', '#fff6e2', '#e2503f', '#5a9a5a', '#173f40'),
  ],
  steak: [
    ink('#4a1f22', '#f1e6d4', '#d9c4a4', '#fffaf2', '#8f3430', '#b98d45', '#26100f'),
    ink('#b38a58', '#2c3f36', '#3b5347', '#f7eddb', '#9c3a2e', '#dcb15c', '#18241e'),
  ],
  winebar: [
    ink('#d8b7b0', '#5a2a45', '#713a57', '#f9ece0', '#e58f5a', '#a9b37c', '#2f1526'),
    ink('#46304f', '#efd9c7', '#d9b3a0', '#fff7ee', '#9c3050', '#e0a94e', '#271a2e'),
  ],
  diner: [
    ink('#efe0b4', '#b9d3c0', '#e6efdf', '#fffdf5', '#f0b63d', '#d4503c', '#264238'),
    ink('#cfdcc4', '#e7b23f', '#f2cd72', '#fffdf3', '#d2543a', '#4f7f6d', '#2b3a2a'),
  ],
  korean: [
    ink('#8a3b2a', '#2f3533', '#3f4744', '#c9cdbf', '#ea6b3d', '#e9d9a9', '#191d1b'),
    ink('#dccfae', '#7f8f7a', '#94a38d', '#f4f0e2', '#cf4b37', '#e3b04a', '#2a332b'),
  ],
} as const satisfies Record<string, readonly [Palette, Palette]>;

export type Family = keyof typeof PALETTES;
export const FAMILIES = Object.keys(PALETTES) as Family[];
