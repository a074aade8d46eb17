import type { OperatorDevice } from '@minerx/contract/operator/device';
import { Decision, REASON } from '../../base/decision/decision.tsx';
import type { DecisionField } from '../../base/decision/decision-input.tsx';
import page from '../../base/page.module.css';
import { Panel } from '../../base/record/record.tsx';

const HOST: DecisionField = { name: 'host', label: 'Address', hint: 'A name, or such as 10.1.2.3' };
const PORT: DecisionField = { name: 'port', label: 'Port', hint: '4028 where nothing is said', optional: true };
const RATED: DecisionField = { name: 'rated-ths', label: 'Built for, Th/s', optional: true };

/** What can be done about a miner. */
export function DeviceDecisions({ device, isRetired }: { device: OperatorDevice; isRetired: boolean }) {
  const { serial, free, connected } = device;
  const given = { serial };
  if (isRetired)
    return (
      <Panel title="Next step">
        <p className={page.said}>It is out of service; a new one gets a serial of its own.</p>
      </Panel>
    );
  return (
    <Panel title="Next step" strong={!connected && !free}>
      <div className={page.steps}>
        <p className={page.said}>
          {connected
            ? 'It works.'
            : free
              ? 'It does not answer; no order has it.'
              : 'It does not answer, and orders that have it earn nothing.'}
        </p>
        <Decision
          action="device replace"
          label="Replace"
          title={`Another machine in the place of ${serial}`}
          variant={connected ? 'secondary' : 'primary'}
          given={given}
          fields={[HOST, PORT, RATED, REASON]}
        >
          <p>The same orders have it. Nothing of the old machine’s past is counted for the new one.</p>
        </Decision>
        <Decision
          action="device move"
          label="Move"
          title={`${serial} at another address`}
          variant="secondary"
          given={given}
          fields={[HOST, PORT, REASON]}
        >
          <p>The same machine; its counter goes on where it stood.</p>
        </Decision>
        <Decision
          action="device retire"
          label="Take out of service"
          title={`Take ${serial} out of service`}
          variant="secondary"
          danger
          given={given}
          not={free ? null : 'An order has it: replace it.'}
        >
          <p>It is asked no more and leaves the stock.</p>
        </Decision>
      </div>
    </Panel>
  );
}
