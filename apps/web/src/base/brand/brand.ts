/** Everything that carries the brand's name. A partner's brand is another object of the same shape. */
export const brand = {
  name: 'MinerX',
  supportEmail: 'support@minerx.test',
  copyright: '© 2026 MinerX',
} as const;
