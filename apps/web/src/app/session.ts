export * from '../base/session.ts';
