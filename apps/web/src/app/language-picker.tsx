export * from '../base/language-picker.tsx';
