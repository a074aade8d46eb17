import { LegalScreen } from '../../features/legal/legal-screen.tsx';

export const TermsScreen = () => <LegalScreen page="terms" />;
