export * from '../base/standard-schema.ts';
