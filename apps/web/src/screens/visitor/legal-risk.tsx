import { LegalScreen } from '../../features/legal/legal-screen.tsx';

export const RiskScreen = () => <LegalScreen page="risk" />;
