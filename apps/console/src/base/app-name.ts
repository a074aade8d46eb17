/** What the app calls itself, also to authenticators. */
export const APP_NAME = 'Console';
