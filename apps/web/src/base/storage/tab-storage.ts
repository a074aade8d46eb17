import { keptInTab } from '@minerx/contract/kept-in-tab';
import { onSessionEnd } from '../session.ts';

/** What this tab keeps through reloads. Everything of ours goes when another member signs in or this one leaves (`session.ts`). */
export const tabStorage = keptInTab('minerx:');
onSessionEnd(() => tabStorage.forget());
