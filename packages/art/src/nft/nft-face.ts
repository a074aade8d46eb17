import type { Point } from '../shapes.ts';

/**
 * The heads of the guardians, as half a face (x ≥ 0) that is mirrored. All share one net of facets; a kind of beast moves
 * its corners and adds ears, horns or a mane behind it.
 */
export type Region = 'crown' | 'brow' | 'temple' | 'bridge' | 'cheek' | 'muzzle' | 'jaw' | 'beak';

export const BASE = {
  top: [0, -62, 8],
  forehead: [0, -36, 25],
  browMid: [0, -12, 33],
  bridge: [0, 12, 40],
  nose: [0, 40, 54],
  lip: [0, 51, 42],
  chin: [0, 70, 22],
  crown: [26, -55, 2],
  browIn: [11, -11, 30],
  browOut: [43, -24, 9],
  temple: [56, -30, -12],
  eyeIn: [13, 2, 21],
  eyeOut: [39, -7, 9],
  eyeLow: [27, 9, 17],
  cheek: [54, 10, 0],
  jaw: [42, 40, -8],
  muzzle: [17, 28, 33],
  wing: [10, 38, 46],
  mouth: [21, 53, 22],
  chinSide: [14, 67, 14],
} as const satisfies Record<string, Point>;

export type Corner = keyof typeof BASE;
export type Face = Record<Corner, Point>;

/** Corners of each facet of the half face and the part of the face that it belongs to. */
export const NET: readonly (readonly [Region, Corner, Corner, Corner])[] = [
  ['crown', 'top', 'crown', 'forehead'],
  ['crown', 'crown', 'browOut', 'forehead'],
  ['crown', 'crown', 'temple', 'browOut'],
  ['brow', 'forehead', 'browOut', 'browIn'],
  ['bridge', 'forehead', 'browIn', 'browMid'],
  ['brow', 'browIn', 'browOut', 'eyeOut'],
  ['brow', 'browIn', 'eyeOut', 'eyeIn'],
  ['bridge', 'browMid', 'browIn', 'eyeIn'],
  ['bridge', 'browMid', 'eyeIn', 'bridge'],
  ['temple', 'temple', 'browOut', 'cheek'],
  ['temple', 'browOut', 'eyeOut', 'cheek'],
  ['cheek', 'eyeOut', 'cheek', 'eyeLow'],
  ['bridge', 'eyeIn', 'eyeLow', 'muzzle'],
  ['bridge', 'eyeIn', 'muzzle', 'bridge'],
  ['cheek', 'eyeLow', 'cheek', 'muzzle'],
  ['cheek', 'cheek', 'jaw', 'muzzle'],
  ['jaw', 'muzzle', 'jaw', 'mouth'],
  ['bridge', 'bridge', 'muzzle', 'wing'],
  ['beak', 'bridge', 'wing', 'nose'],
  ['muzzle', 'wing', 'muzzle', 'mouth'],
  ['beak', 'nose', 'wing', 'lip'],
  ['muzzle', 'wing', 'mouth', 'lip'],
  ['jaw', 'lip', 'mouth', 'chinSide'],
  ['jaw', 'lip', 'chinSide', 'chin'],
  ['jaw', 'mouth', 'jaw', 'chinSide'],
];
