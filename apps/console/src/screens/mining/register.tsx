import type { ResultOf } from '@minerx/contract/call';
import { operatorDeviceCheck } from '@minerx/contract/operator/device';
import { Chip } from '@minerx/ui/chip';
import { FailedState } from '@minerx/ui/failed-state';
import { useUi } from '@minerx/ui/ui-context';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request, sentenceOf } from '../../base/api.ts';
import { Decision } from '../../base/decision/decision.tsx';
import { FileField } from '../../base/file-field.tsx';
import { DataTable } from '../../base/list/data-table.tsx';
import { Loading } from '../../base/loading.tsx';
import page from '../../base/page.module.css';
import { Panel } from '../../base/record/record.tsx';

type Checked = ResultOf<typeof operatorDeviceCheck>;

/** New miners from a list: it is read and told row by row before anything is registered. */
export function RegisterScreen() {
  const { Link } = useUi();
  const [file, setFile] = useState('');
  const checked = useQuery({
    queryKey: ['device-check', file],
    queryFn: () => request(operatorDeviceCheck, { body: { file } }),
    enabled: file !== '',
  });
  return (
    <div className={page.waiting}>
      <div>
        <p className={page.said}>
          <Link to="/devices">← Devices</Link>
        </p>
        <h1 className={page.title}>Register miners</h1>
      </div>
      <Panel title="List">
        <FileField
          label="CSV or JSON file"
          hint="Columns serial, line (x1 or x2), host, and if need be port, simulated, rated_ths, site"
          onRead={setFile}
        />
      </Panel>
      {file === '' ? null : checked.isPending ? (
        <Loading heights={['12rem']} />
      ) : checked.data === undefined ? (
        <FailedState
          text={sentenceOf(checked.error)}
          busy={checked.isFetching}
          onRetry={() => void checked.refetch()}
        />
      ) : (
        <Report checked={checked.data} file={file} />
      )}
    </div>
  );
}

function Report({ checked, file }: { checked: Checked; file: string }) {
  const { count, known, problems, problem_count: wrong, devices } = checked;
  if (wrong > 0)
    return (
      <Panel
        title={wrong === 1 ? 'One thing is wrong' : `${wrong} things are wrong`}
        aside={<Chip tone="danger">Nothing can be registered</Chip>}
      >
        <DataTable
          label="What is wrong"
          rows={problems}
          keyOf={({ row, problem }) => `${row} ${problem}`}
          columns={[
            { head: 'Row', cell: ({ row }) => row ?? '–' },
            { head: 'What is wrong', prose: true, cell: ({ problem }) => problem },
          ]}
        />
        {wrong > problems.length && <p className={page.said}>The first {problems.length} are shown.</p>}
      </Panel>
    );
  return (
    <Panel title={`${count} miners`} aside={known > 0 && `${known} are registered already and stay as they are`}>
      <div className={page.steps}>
        <DataTable
          label="Miners of the list"
          rows={devices}
          keyOf={({ serial }) => serial}
          columns={[
            { head: 'Row', cell: ({ row }) => row },
            { head: 'Serial', cell: ({ serial }) => serial },
            { head: 'Line', cell: ({ line }) => line },
            { head: 'Address', wide: true, cell: ({ address }) => address },
            {
              head: 'State',
              cell: (device) =>
                device.known ? <Chip tone="plain">Registered already</Chip> : <Chip tone="accent">New</Chip>,
            },
          ]}
        />
        {count > devices.length && <p className={page.said}>The first {devices.length} are shown.</p>}
        <div>
          <Decision
            action="device register"
            label="Register them"
            title={`Register ${count - known} miners`}
            given={{ file }}
            not={count === known ? 'All of them are registered already.' : null}
          >
            <p>
              Each is asked who it is. It is stock once it has answered and the pool has seen it; orders that wait get
              it.
            </p>
          </Decision>
        </div>
      </div>
    </Panel>
  );
}
