declare module 'virtual:locale-files' {
  const files: Record<import('./languages.ts').LanguageCode, string>;
  export default files;
}

declare module 'virtual:language-cookie' {
  const cookie: { name: string; values: Record<import('./languages.ts').LanguageCode, string> };
  export default cookie;
}
