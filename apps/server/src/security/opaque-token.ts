import { createHash } from 'node:crypto';
import type { Random } from '../ports.ts';

const BYTES = 32;

/** 256 random bits that say nothing. */
export const newOpaqueToken = (random: Random): string => random.bytes(BYTES).toString('base64url');

/** What the database keeps of a token or link: nobody who reads the table can use it. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
