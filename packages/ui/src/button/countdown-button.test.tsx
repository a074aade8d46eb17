import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CountdownButton } from './countdown-button.tsx';

const drawn = (until?: number): string =>
  renderToStaticMarkup(
    <CountdownButton
      label="Send Code"
      againLabel="RESEND"
      waitLabel={(seconds) => `${seconds} s`}
      onPress={() => Promise.resolve(true)}
      {...(until !== undefined && { until })}
    />,
  );

it('goes on with a countdown of before, and begins anew where that has ended', () => {
  expect(drawn(Date.now() + 29_900)).toMatch(/aria-disabled="true".*30 s/);
  for (const until of [undefined, 0, Date.now() - 1000]) {
    expect(drawn(until)).toContain('Send Code');
    expect(drawn(until)).not.toContain('aria-disabled');
  }
});
