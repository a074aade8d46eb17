export * from '../base/api.ts';
