export * from '../base/preferences.ts';
