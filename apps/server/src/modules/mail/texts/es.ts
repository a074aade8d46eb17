import type { MailTexts } from './mail-texts.ts';

export const es: MailTexts = {
  greetingNamed: 'Hola, {name}:',
  greeting: 'Hola:',
  signup_code: {
    subject: 'Tu código de verificación de {brand}',
    lead: 'Introduce este código para terminar de crear tu cuenta de {brand}:',
    expires: 'El código es válido durante {minutes} minutos y solo se puede usar una vez.',
    ignore: 'Si no lo has solicitado, ignora este correo. No compartas el código con nadie; nunca te lo pediremos.',
  },
  account_exists: {
    subject: 'Ya tienes una cuenta de {brand}',
    lead: 'Alguien, probablemente tú, ha solicitado un código de verificación para crear una cuenta de {brand} con esta dirección de correo. Ya existe una cuenta con esta dirección.',
    advice:
      'Inicia sesión con ella. Si has olvidado la contraseña, elige «¿Olvidaste tu contraseña?» en la página de inicio de sesión.',
    ignore: 'Si no has sido tú, no ha cambiado nada y no tienes que hacer nada.',
  },
  reset_link: {
    subject: 'Restablece tu contraseña de {brand}',
    lead: 'Alguien, probablemente tú, ha solicitado restablecer la contraseña y el PIN de seguridad de tu cuenta de {brand}.',
    button: 'Elegir nueva contraseña y PIN',
    expires: 'El enlace es válido durante {minutes} minutos y solo se puede usar una vez.',
    ignore: 'Si no has sido tú, ignora este correo: tu contraseña y tu PIN siguen igual.',
  },
  password_changed: {
    subject: 'Se han cambiado tu contraseña y tu PIN de {brand}',
    lead: 'La contraseña y el PIN de seguridad de tu cuenta de {brand} se cambiaron el {at}.',
    sessions: 'Se ha cerrado la sesión en todos los dispositivos. Vuelve a iniciar sesión con la nueva contraseña.',
    hold: 'Por tu seguridad, nada puede salir de la cuenta antes del {until}: ningún retiro ni ninguna nueva dirección de retiro.',
  },
  new_password: {
    subject: 'Se ha cambiado tu contraseña de {brand}',
    lead: 'La contraseña de tu cuenta de {brand} se cambió el {at}.',
    sessions: 'Se ha cerrado la sesión en todos los demás dispositivos.',
  },
  new_pin: {
    subject: 'Se ha cambiado tu PIN de seguridad de {brand}',
    lead: 'El PIN de seguridad de tu cuenta de {brand} se cambió el {at}.',
    sessions: 'Se ha cerrado la sesión en todos los demás dispositivos.',
  },
  freeze: {
    lead: 'Si no has sido tú, congela la cuenta de inmediato. Así nadie podrá entrar ni mover nada; escribe a {support} y la abriremos de nuevo contigo.',
    button: 'Congelar mi cuenta',
    note: 'El enlace no requiere iniciar sesión y funciona durante {days} días.',
  },
  new_sign_in: {
    subject: 'Nuevo inicio de sesión en tu cuenta de {brand}',
    lead: 'Tu cuenta de {brand} se ha usado en un dispositivo que no habíamos visto antes.',
    device: 'Dispositivo: {device}',
    time: 'Hora: {at}',
    unknownDevice: 'desconocido',
    ignore:
      'Si has sido tú, no tienes que hacer nada. Si no, restablece ahora tu contraseña con «¿Olvidaste tu contraseña?» y escribe a {support}.',
  },
  sign_in_locked: {
    subject: 'El inicio de sesión en tu cuenta de {brand} está en pausa',
    lead: 'El {at} hubo demasiadas contraseñas incorrectas para tu cuenta de {brand}. Durante un tiempo nadie puede entrar desde un dispositivo que no conocemos.',
    advice:
      'Un dispositivo en el que ya iniciaste sesión sigue aceptando la contraseña correcta. Si los intentos no fueron tuyos, no tienes que hacer nada: nadie ha entrado.',
  },
  pin_locked: {
    subject: 'El PIN de seguridad de tu cuenta de {brand} está bloqueado',
    lead: 'El {at} hubo demasiados PIN incorrectos en tu cuenta de {brand}. Durante un tiempo no se acepta ningún PIN, ni siquiera el correcto.',
  },
  withdrawal_code: {
    subject: 'Tu código de {brand} para una dirección de retiro',
    lead: 'Esta dirección de retiro de {coin} en {network} se guardará en tu cuenta de {brand}:',
    compare:
      'Compárala con la dirección que quieres usar. Si es otra, no uses el código. El código solo vale para esta dirección:',
    expires: 'El código es válido durante {minutes} minutos y solo se puede usar una vez.',
    ignore:
      'Si no has sido tú, alguien conoce tu contraseña y tu PIN: cambia ambos ahora y escribe a {support}. No compartas el código con nadie.',
  },
  withdrawal_address: {
    subject: 'Se ha guardado una dirección de retiro de tu cuenta de {brand}',
    lead: 'El {at} se guardó esta dirección para retiros de {coin} por la red {network}:',
    hold: 'Se puede usar a partir del {from}. Antes no se le envía nada.',
  },
  footer: 'Este es un mensaje automático de {brand}. ¿Tienes preguntas? Escribe a {support}.',
};
