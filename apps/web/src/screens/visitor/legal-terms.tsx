import { LegalScreen } from '../../features/legal/legal-screen.tsx';

export function TermsScreen() {
  return <LegalScreen page="terms" />;
}
