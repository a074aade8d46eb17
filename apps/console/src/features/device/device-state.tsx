import type { OperatorDevice } from '@minerx/contract/operator/device';
import { Chip } from '@minerx/ui/chip';

/** How a miner does, the worst first. */
export function DeviceState({
  device: { connected, exchanged_at: exchanged, same_as: same },
}: {
  device: Pick<OperatorDevice, 'connected' | 'exchanged_at' | 'same_as'>;
}) {
  if (same !== null) return <Chip tone="danger">Same machine as {same}</Chip>;
  if (exchanged !== null) return <Chip tone="danger">Another machine</Chip>;
  return connected ? <Chip tone="gain">Works</Chip> : <Chip tone="wait">No answer</Chip>;
}
