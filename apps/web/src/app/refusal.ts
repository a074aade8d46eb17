export * from '../base/refusal.ts';
