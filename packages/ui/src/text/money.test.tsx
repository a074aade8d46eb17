import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { UiProvider, type UiSettings } from '../ui-context.tsx';
import { HIDDEN } from './amount-text.ts';
import { Money } from './money.tsx';

const settings: UiSettings = {
  locale: 'en-GB',
  dollar: '$',
  hideAmounts: false,
  online: true,
  allSimulated: false,
  texts: { hiddenAmount: 'hidden' } as UiSettings['texts'],
  Link: ({ to, ...rest }) => <a href={to} {...rest} />,
};

const drawn = (units: bigint, hideAmounts = false): string =>
  renderToStaticMarkup(
    <UiProvider value={{ ...settings, hideAmounts }}>
      <Money units={units} precision={2} prefix="$" dash />
    </UiProvider>,
  );

it('a zero among zeros is a dash to the eye and an amount to the ear', () => {
  expect(drawn(0n)).toMatch(/aria-hidden="true">–<.*class="unseen">\$0\.00</);
  expect(drawn(100_000_000n)).toContain('$1.00');
  expect(drawn(100_000_000n)).not.toContain('–');
});

it('who hides amounts does not show which of them are zero', () => {
  expect(drawn(0n, true)).toContain(HIDDEN);
  expect(drawn(0n, true)).not.toContain('–');
});
