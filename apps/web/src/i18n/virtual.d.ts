declare module 'virtual:locale/*' {
  const messages: import('@lingui/core').Messages;
  export default messages;
}

declare module 'virtual:language-cookie' {
  const cookie: { name: string; values: Record<import('./languages.ts').LanguageCode, string> };
  export default cookie;
}
