import type { MailTexts } from './mail-texts.ts';

export const pt: MailTexts = {
  greetingNamed: 'Olá, {name}!',
  greeting: 'Olá!',
  signup_code: {
    subject: 'Seu código de verificação da {brand}',
    lead: 'Digite este código para concluir a criação da sua conta {brand}:',
    expires: 'O código vale por {minutes} minutos e só pode ser usado uma vez.',
    ignore:
      'Se você não pediu este código, ignore este e-mail. Nunca compartilhe o código com ninguém; nós nunca o pediremos a você.',
  },
  account_exists: {
    subject: 'Você já tem uma conta {brand}',
    lead: 'Alguém, provavelmente você, pediu um código de verificação para criar uma conta {brand} com este endereço de e-mail. Já existe uma conta com este endereço.',
    advice: 'Entre com essa conta. Se esqueceu a senha, escolha “Esqueceu a senha?” na página de login.',
    ignore: 'Se não foi você, nada mudou e não é preciso fazer nada.',
  },
  reset_link: {
    subject: 'Redefinir sua senha da {brand}',
    lead: 'Alguém, provavelmente você, pediu para redefinir a senha e o PIN de segurança da sua conta {brand}.',
    button: 'Escolher nova senha e novo PIN',
    expires: 'O link vale por {minutes} minutos e só pode ser usado uma vez.',
    ignore: 'Se não foi você, ignore este e-mail: sua senha e seu PIN continuam os mesmos.',
  },
  password_changed: {
    subject: 'A senha e o PIN da sua conta {brand} foram alterados',
    lead: 'A senha e o PIN de segurança da sua conta {brand} foram alterados em {at}.',
    sessions: 'Todos os dispositivos foram desconectados. Entre novamente com a nova senha.',
    hold: 'Para a sua segurança, nada pode sair da conta antes de {until}: nenhum saque e nenhum novo endereço de saque.',
  },
  new_password: {
    subject: 'A senha da sua conta {brand} foi alterada',
    lead: 'A senha da sua conta {brand} foi alterada em {at}.',
    sessions: 'Todos os outros dispositivos foram desconectados.',
  },
  new_pin: {
    subject: 'O PIN de segurança da sua conta {brand} foi alterado',
    lead: 'O PIN de segurança da sua conta {brand} foi alterado em {at}.',
    sessions: 'Todos os outros dispositivos foram desconectados.',
  },
  freeze: {
    lead: 'Se não foi você, congele a conta imediatamente. Assim ninguém consegue entrar nem movimentar nada; escreva para {support} e nós a reabriremos com você.',
    button: 'Congelar minha conta',
    note: 'O link dispensa login e vale por {days} dias.',
  },
  new_sign_in: {
    subject: 'Novo acesso à sua conta {brand}',
    lead: 'Sua conta {brand} foi acessada em um dispositivo que ainda não conhecíamos.',
    device: 'Dispositivo: {device}',
    time: 'Horário: {at}',
    unknownDevice: 'desconhecido',
    ignore:
      'Se foi você, não precisa fazer nada. Caso contrário, redefina agora sua senha em “Esqueceu a senha?” e escreva para {support}.',
  },
  sign_in_locked: {
    subject: 'O login na sua conta {brand} está pausado',
    lead: 'Em {at} houve senhas erradas demais para a sua conta {brand}. Por um tempo, ninguém consegue entrar a partir de um dispositivo que não conhecemos.',
    advice:
      'Um dispositivo em que você já entrou continua aceitando a senha certa. Se as tentativas não foram suas, não precisa fazer nada: ninguém conseguiu entrar.',
  },
  pin_locked: {
    subject: 'O PIN de segurança da sua conta {brand} está bloqueado',
    lead: 'Em {at} houve PINs errados demais na sua conta {brand}. Por um tempo nenhum PIN é aceito, nem mesmo o certo.',
  },
  withdrawal_code: {
    subject: 'Seu código da {brand} para um endereço de saque',
    lead: 'Este endereço de saque de {coin} em {network} será salvo na sua conta {brand}:',
    compare:
      'Compare-o com o endereço que você quer usar. Se for outro, não use o código. O código vale apenas para este endereço:',
    expires: 'O código vale por {minutes} minutos e só pode ser usado uma vez.',
    ignore:
      'Se não foi você, alguém conhece sua senha e seu PIN: altere ambos agora e escreva para {support}. Nunca compartilhe o código com ninguém.',
  },
  withdrawal_address: {
    subject: 'Um endereço de saque da sua conta {brand} foi salvo',
    lead: 'Em {at}, este endereço foi salvo para saques de {coin} pela rede {network}:',
    hold: 'Ele pode ser usado a partir de {from}. Nada é enviado a ele antes disso.',
  },
  footer: 'Esta é uma mensagem automática da {brand}. Dúvidas? Escreva para {support}.',
};
