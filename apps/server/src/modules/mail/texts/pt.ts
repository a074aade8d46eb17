import type { MailTexts } from './mail-texts.ts';

export const pt: MailTexts = {
  greetingNamed: 'Olá, {name}!',
  greeting: 'Olá!',
  signup_code: {
    subject: 'O seu código de verificação {brand}',
    lead: 'Introduza este código para concluir a criação da sua conta {brand}:',
    expires: 'O código é válido durante {minutes} minutos e só pode ser usado uma vez.',
    ignore: 'Se não pediu este código, ignore este e-mail. Nunca partilhe o código com ninguém; nunca lho pediremos.',
  },
  account_exists: {
    subject: 'Já tem uma conta {brand}',
    lead: 'Alguém, provavelmente você, pediu um código de verificação para criar uma conta {brand} com este endereço de e-mail. Já existe uma conta com este endereço.',
    advice:
      'Inicie sessão com essa conta. Se esqueceu a palavra-passe, escolha “Esqueci-me da palavra-passe” na página de início de sessão.',
    ignore: 'Se não foi você, nada mudou e não precisa de fazer nada.',
  },
  reset_link: {
    subject: 'Redefinir a sua palavra-passe {brand}',
    lead: 'Alguém, provavelmente você, pediu para redefinir a palavra-passe e o PIN de segurança da sua conta {brand}.',
    button: 'Escolher nova palavra-passe e PIN',
    expires: 'A ligação é válida durante {minutes} minutos e só pode ser usada uma vez.',
    ignore: 'Se não foi você, ignore este e-mail: a sua palavra-passe e o seu PIN continuam iguais.',
  },
  password_changed: {
    subject: 'A palavra-passe e o PIN da sua conta {brand} foram alterados',
    lead: 'A palavra-passe e o PIN de segurança da sua conta {brand} foram alterados em {at}.',
    sessions: 'A sessão foi terminada em todos os dispositivos. Inicie sessão novamente com a nova palavra-passe.',
    ignore: 'Se não foi você, escreva imediatamente para {support}.',
  },
  new_sign_in: {
    subject: 'Novo início de sessão na sua conta {brand}',
    lead: 'A sua conta {brand} foi usada num dispositivo que ainda não conhecíamos.',
    device: 'Dispositivo: {device}',
    time: 'Hora: {at}',
    unknownDevice: 'desconhecido',
    ignore:
      'Se foi você, não precisa de fazer nada. Caso contrário, redefina já a palavra-passe em “Esqueci-me da palavra-passe” e escreva para {support}.',
  },
  footer: 'Esta é uma mensagem automática de {brand}. Dúvidas? Escreva para {support}.',
};
