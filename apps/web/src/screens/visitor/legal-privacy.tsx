import { LegalScreen } from '../../features/legal/legal-screen.tsx';

export function PrivacyScreen() {
  return <LegalScreen page="privacy" />;
}
