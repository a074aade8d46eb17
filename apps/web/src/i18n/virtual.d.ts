declare module 'virtual:locale-files' {
  const files: Record<import('@minerx/rules/wire-language').WireLanguage, string>;
  export default files;
}

declare module 'virtual:spot-files' {
  const files: Record<import('@minerx/rules/wire-language').WireLanguage, string>;
  export default files;
}

declare module 'virtual:rare-files' {
  const files: Record<import('@minerx/rules/wire-language').WireLanguage, string>;
  export default files;
}

declare module 'virtual:language-cookie' {
  const cookie: { name: string; values: Record<import('@minerx/rules/wire-language').WireLanguage, string> };
  export default cookie;
}
