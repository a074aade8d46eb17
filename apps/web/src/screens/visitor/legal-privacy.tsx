import { LegalScreen } from '../../features/legal/legal-screen.tsx';

export const PrivacyScreen = () => <LegalScreen page="privacy" />;
