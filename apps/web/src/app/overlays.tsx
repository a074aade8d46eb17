import { AlertModal } from '@minerx/ui/alert-modal';
import { LoadingOverlay } from '@minerx/ui/loading-overlay';
import { topDialog } from '@minerx/ui/open-dialogs';
import { ToastRegion } from '@minerx/ui/toast-region';
import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { factorQuestion } from '../base/asking/second-factor.ts';
import { brand } from '../base/brand/brand.ts';
import { withTexts } from '../base/language/with-texts.ts';
import { closeAlert, loadings, openAlerts, toasts, type Alert } from '../base/alerts.ts';

/** Closes the dialog on top once the browser stands where it was again: before, an address that it changes as it closes would be that of the place before. */
function closeOnReturn(): boolean {
  const close = topDialog();
  if (close) addEventListener('popstate', close, { once: true });
  return Boolean(close);
}

/** The alert modal, the loading overlay and the toasts, once for the whole app. */
export function Overlays() {
  // Going back closes what lies on top first.
  useBlocker({ shouldBlockFn: ({ action }) => action === 'BACK' && closeOnReturn(), enableBeforeUnload: false });
  return (
    <>
      <AlertHost />
      <LoadingHost />
      <ToastHost />
      <FactorHost />
    </>
  );
}

const FactorSheet = lazy(withTexts('rare', () => import('../features/session/factor/factor-sheet.tsx')));

/** Its file comes with the first question. */
function FactorHost() {
  const question = useSyncExternalStore(factorQuestion.subscribe, factorQuestion.get);
  const [wanted, setWanted] = useState(false);
  if (question !== null && !wanted) setWanted(true);
  return wanted ? (
    <Suspense>
      <FactorSheet />
    </Suspense>
  ) : null;
}

function AlertHost() {
  const [first] = useSyncExternalStore(openAlerts.subscribe, openAlerts.get);
  // The last one stays drawn while the modal closes.
  const [last, setLast] = useState<Alert>({ mode: 1, title: '' });
  if (first && first !== last) setLast(first);
  return (
    <AlertModal
      open={first !== undefined}
      mode={last.mode}
      title={last.title}
      message={last.message && <Said text={last.message} />}
      submessage={last.submessage}
      action={last.action}
      onClose={closeAlert}
    />
  );
}

/** A sentence; the address of support in it opens a mail. */
function Said({ text }: { text: string }) {
  const [before, ...after] = text.split(brand.supportEmail);
  return after.length === 0 ? (
    before
  ) : (
    <>
      {before}
      <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
      {after.join(brand.supportEmail)}
    </>
  );
}

function LoadingHost() {
  const [first] = useSyncExternalStore(loadings.subscribe, loadings.get);
  // What waits for an answer of the member's own does not stand before the question.
  const asked = useSyncExternalStore(factorQuestion.subscribe, factorQuestion.get);
  return <LoadingOverlay open={first !== undefined && asked === null} text={first?.text} />;
}

function ToastHost() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  return <ToastRegion toasts={shown} />;
}
