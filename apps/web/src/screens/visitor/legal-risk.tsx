import { LegalScreen } from '../../features/legal/legal-screen.tsx';

export function RiskScreen() {
  return <LegalScreen page="risk" />;
}
