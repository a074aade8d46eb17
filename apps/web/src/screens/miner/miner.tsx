import type { PackageLine } from '@minerx/rules/miner-package';
import { Card } from '@minerx/ui/card';
import { Row } from '@minerx/ui/row';
import { StaleNote } from '@minerx/ui/stale-note';
import { Tabs } from '@minerx/ui/tabs';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { Page } from '../../base/page.tsx';
import { Failed, retryFailed } from '../../base/query.tsx';
import { tabStorage } from '../../base/storage/tab-storage.ts';
import { useStocks } from '../../features/miner-package/miner-package.api.ts';
import { MinerTerms } from '../../features/miner-package/miner-terms.tsx';
import { StockCard } from '../../features/miner-package/stock-card.tsx';
import { useTexts } from '../../i18n/texts.ts';

const TAB = 'minerTab';

/** The open tab; coming back finds it as it was left. */
function useShownLine(): [PackageLine, (line: PackageLine) => void] {
  const [line, setLine] = useState<PackageLine>(() => (tabStorage.read(TAB) === 'x2' ? 'x2' : 'x1'));
  return [
    line,
    (next) => {
      setLine(next);
      tabStorage.write(TAB, next);
    },
  ];
}

export function MinerScreen() {
  const { t, format } = useTexts();
  const stocks = useStocks();
  const [line, showLine] = useShownLine();
  return (
    <Page title={t('common.title.miner')}>
      <Tabs
        label={t('miner.lines')}
        tabs={[
          { id: 'x1', label: 'X1 MAX' },
          { id: 'x2', label: 'X2 MAX' },
        ]}
        current={line}
        onChange={showLine}
      >
        {stocks.isError && stocks.data && (
          <StaleNote
            age={format.relative(new Date(stocks.dataUpdatedAt))}
            onRetry={retryFailed}
            busy={stocks.isFetching}
          />
        )}
        <StockCard
          line={line}
          stock={stocks.data?.[line]}
          failed={stocks.isError && !stocks.data ? <Failed query={stocks} /> : undefined}
        />
      </Tabs>
      <Card flush>
        <Row
          to="/miner/redeem"
          icon={<Ticket size={20} aria-hidden="true" />}
          title={t('common.title.redeem')}
          detail={t('miner.redeem.link')}
        />
      </Card>
      <MinerTerms />
    </Page>
  );
}
