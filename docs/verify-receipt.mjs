// node verify-receipt.mjs receipt.json – recomputes a copied receipt of a reward, or a file of many. It needs Node and nothing of ours.
import { readFileSync } from 'node:fs';
const saved = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const whole = (digits) => {
  if (!/^\d+$/.test(digits)) throw new Error(`not a whole number: ${digits}`);
  return BigInt(digits);
};
const units = (decimal, [before, after = ''] = decimal.split('.')) => whole(before + after.padEnd(8, '0'));
// 1. What a block takes: the target behind the header's bits. What it gives: 50 BTC, halved every 210 000 blocks.
const target = (bits, size = BigInt(`0x${bits.slice(0, 2)}`)) => (BigInt(`0x${bits.slice(2)}`) << (8n * size)) >> 24n;
const subsidy = (height) => 5_000_000_000n >> BigInt(Math.floor(height / 210_000));
// 2. Hashes ÷ (difficulty × 2^32) × subsidy × (1 − pool fee) × the part that the pool paid, in 1e-12 satoshi, rounded down once.
const mined = ({ segments, payoutFactor }, feePpm) => {
  const worth = segments.map((part) => whole(part.hashesTenths) * target(part.bits) * subsidy(part.height));
  const [paid, due] = [whole(payoutFactor.numerator), whole(payoutFactor.denominator)];
  const kept = BigInt(1_000_000 - feePpm) * paid;
  return (
    (worth.reduce((sum, each) => sum + each, 0n) * 10n ** 12n * kept) / (10n * 10n ** 6n * (65_535n << 240n) * due)
  );
};
// Hashes are what was measured, with what the pool saw where nobody measured, without what was told beyond the pool. The oldest receipts name no parts.
const addsUp = ({ hashesTenths, measuredTenths: measured, filledTenths: filled, cutTenths: cut }) =>
  [measured, filled, cut].every((part) => part === undefined) ||
  whole(measured) + whole(filled) - whole(cut) === whole(hashesTenths);
// 3. A correction pays what is due beyond what was paid before. Whole satoshi, with what earlier days left over; no more than the order may still earn.
const verify = ({ day, part, inputs, reward_amount, reward_usd }) => {
  const before = inputs.before ? mined(inputs.before, inputs.poolFeePpm) : 0n;
  const satoshi = (mined(inputs, inputs.poolFeePpm) - before + whole(inputs.carryPicoSat)) / 10n ** 12n;
  const [price, left] = [whole(inputs.btcPriceUnits), whole(inputs.profitBalanceUnits)];
  const value = (satoshi * price) / 10n ** 8n;
  const [credited, worth] = value < left ? [satoshi, value] : [(left * 10n ** 8n) / price, left];
  const hasParts = [...inputs.segments, ...(inputs.before?.segments ?? [])].every(addsUp);
  const isEqual = hasParts && credited === units(reward_amount) && worth === units(reward_usd);
  const found = hasParts ? `${credited} satoshi` : 'hashes are not measured + filled - cut';
  const name = part > 0 ? `${day}, correction ${part}` : day;
  process.stdout.write(isEqual ? `${name}: ${reward_amount} BTC, equal\n` : `${name}: NOT EQUAL: ${found}\n`);
  return isEqual;
};
const receipts = saved.receipts ?? [saved];
process.exitCode = receipts.length > 0 && receipts.map(verify).every(Boolean) ? 0 : 1;
