import { ActionFooter } from '@minerx/ui/action-footer';
import { AlertModal } from '@minerx/ui/alert-modal';
import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { LoadingOverlay } from '@minerx/ui/loading-overlay';
import { Modal } from '@minerx/ui/modal';
import { Money } from '@minerx/ui/money';
import { Row } from '@minerx/ui/row';
import { Sheet } from '@minerx/ui/sheet';
import { useState } from 'react';
import { Part, Side } from './gallery-section.tsx';

type Open = 'none' | 'sheet' | 'modal' | 'good' | 'bad' | 'loading';

const LOADING_MS = 4000;

/** Parts that lie over the screen; each opens with its button. */
export function GalleryDialogs() {
  const [open, setOpen] = useState<Open>('none');
  const close = () => setOpen('none');
  const opener = (which: Open, words: string) => (
    <Button variant="secondary" size="medium" onClick={() => setOpen(which)}>
      {words}
    </Button>
  );
  const footer = <ActionFooter action="Confirm" onAction={close} busy={false} cancel="Cancel" onCancel={close} />;
  return (
    <>
      <Footer onClose={close} />
      <Part name="sheet">
        <Side>{opener('sheet', 'Open the sheet')}</Side>
        <Sheet open={open === 'sheet'} onClose={close} title="Choose a wallet" footer={footer}>
          <Wallets onChoose={close} />
        </Sheet>
      </Part>
      <Part name="modal">
        <Side>{opener('modal', 'Open the modal')}</Side>
        <Modal open={open === 'modal'} onClose={close} title="Country that is not available for shared contract">
          <p>United State</p>
        </Modal>
      </Part>
      <Part name="alert-modal">
        <Side>
          {opener('good', 'Show a success')}
          {opener('bad', 'Show a failure')}
        </Side>
        <AlertModal
          open={open === 'good' || open === 'bad'}
          mode={open === 'bad' ? 2 : 1}
          title={open === 'bad' ? 'Failed to Subscribe to Miner' : 'Successfully Subscribed to Miner'}
          message={open === 'bad' ? 'The wallet balance is not sufficient.' : 'Your miner is added to your order.'}
          onClose={close}
        />
      </Part>
      <Part name="loading-overlay">
        <Side>
          <Button
            variant="secondary"
            size="medium"
            onClick={() => {
              setOpen('loading');
              setTimeout(close, LOADING_MS);
            }}
          >
            Cover the screen
          </Button>
        </Side>
        <LoadingOverlay open={open === 'loading'} />
      </Part>
    </>
  );
}

function Footer({ onClose }: { onClose: () => void }) {
  return (
    <Part name="action-footer">
      <ActionFooter
        danger
        action="Give the place up"
        onAction={onClose}
        busy={false}
        status="It is being asked again."
        cancel="Keep it"
        onCancel={onClose}
      />
    </Part>
  );
}

function Wallets({ onChoose }: { onChoose: () => void }) {
  return (
    <Card flush>
      <Row
        title="USDT Wallet"
        detail="Available"
        value={<Money units={1_248_055_000_000n} precision={2} asset="USDT" />}
        onPress={onChoose}
      />
      <Row
        title="CW Wallet"
        detail="Available"
        value={<Money units={338_040_000_000n} precision={2} asset="CW" />}
        onPress={onChoose}
      />
    </Card>
  );
}
