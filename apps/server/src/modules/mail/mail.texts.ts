import type { WireLanguage } from '@minerx/rules/wire-language';
import { ch } from './texts/ch.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { gr } from './texts/gr.ts';
import { kr } from './texts/kr.ts';
import type { MailTexts } from './texts/mail-texts.ts';
import { my } from './texts/my.ts';
import { pt } from './texts/pt.ts';
import { th } from './texts/th.ts';
import { vi } from './texts/vi.ts';
import { zh } from './texts/zh.ts';

export const MAIL_TEXTS = { en, zh, ch, kr, vi, th, pt, my, es, gr } as const satisfies Record<WireLanguage, MailTexts>;
