declare module 'subset-font' {
  /** The font with only these signs and features, its axes narrowed. */
  export default function subsetFont(
    font: Buffer,
    signs: string,
    options: {
      targetFormat: 'woff2';
      /** A number is where an axis stays. */
      variationAxes: Record<string, number | { min: number; max: number; default: number }>;
      /** OpenType features, by their tags. */
      keepFeatures: readonly string[];
    },
  ): Promise<Buffer>;
}
