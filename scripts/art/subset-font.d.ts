declare module 'subset-font' {
  /** The font with only these signs, its axes narrowed. */
  export default function subsetFont(
    font: Buffer,
    signs: string,
    options: {
      targetFormat: 'woff2';
      variationAxes: Record<string, { min: number; max: number; default: number }>;
    },
  ): Promise<Buffer>;
}
