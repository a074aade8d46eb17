import type { NewsKind, NewsState } from '@minerx/contract/operator/news';
import type { ChipProps } from '@minerx/ui/chip';
import { REASON } from '../../base/decision/decision.tsx';
import type { TextField } from './ten-languages.tsx';

interface Kind {
  /** Of several, and of one. */
  names: string;
  name: string;
  fields: readonly TextField[];
  /** The action that sends it, and what its button says of a new one and of one that there is. */
  action: string;
  does: string;
  again: string;
  /** What takes it away. */
  end: readonly [action: string, label: string];
}

const TITLE: TextField = { name: 'title', label: 'Title' };
const MESSAGE: TextField = {
  name: 'message',
  label: 'Message',
  long: true,
  hint: 'Markdown: an empty line between paragraphs, - lists, **strong**, [words](https://…). Or HTML, if it begins with <.',
};

export const KINDS: Readonly<Record<NewsKind, Kind>> = {
  announcement: {
    names: 'Announcements',
    name: 'Announcement',
    fields: [TITLE, MESSAGE],
    action: 'announcement publish',
    does: 'Publish',
    again: 'Publish another from it',
    end: ['announcement withdraw', 'Withdraw'],
  },
  banner: {
    names: 'Banners',
    name: 'Banner',
    fields: [{ ...TITLE, hint: 'It stands on the picture.' }],
    action: 'banner publish',
    does: 'Publish',
    again: 'Publish another from it',
    end: ['banner withdraw', 'Withdraw'],
  },
  marquee: {
    names: 'Marquee',
    name: 'Marquee',
    fields: [{ name: 'text', label: 'Line' }],
    action: 'marquee set',
    does: 'Set',
    again: 'Set',
    end: ['marquee off', 'Take away'],
  },
  maintenance: {
    names: 'Maintenance',
    name: 'Maintenance',
    fields: [TITLE, MESSAGE],
    action: 'maintenance on',
    does: 'Switch on',
    again: 'Switch on',
    end: ['maintenance off', 'Switch off'],
  },
};

/** The reason, where no member is concerned. */
export const LOGGED = { ...REASON, hint: 'For the audit log.' };

export const STATES: Readonly<Record<NewsState, readonly [tone: ChipProps['tone'], words: string]>> = {
  planned: ['accent', 'Planned'],
  shown: ['gain', 'Shown'],
  over: ['plain', 'Not shown'],
  withdrawn: ['plain', 'Withdrawn'],
};
