import type { MailTexts } from './mail-texts.ts';

export const gr: MailTexts = {
  greetingNamed: 'Guten Tag {name},',
  greeting: 'Guten Tag,',
  signup_code: {
    subject: 'Ihr Bestätigungscode für {brand}',
    lead: 'Mit diesem Code schließen Sie die Registrierung bei {brand} ab:',
    expires: 'Der Code ist {minutes} Minuten gültig und kann nur einmal verwendet werden.',
    ignore:
      'Wenn Sie ihn nicht angefordert haben, können Sie diese Nachricht ignorieren. Geben Sie den Code niemals weiter; wir werden Sie nie danach fragen.',
  },
  account_exists: {
    subject: 'Sie haben bereits ein Konto bei {brand}',
    lead: 'Jemand, vermutlich Sie selbst, hat einen Bestätigungscode angefordert, um mit dieser E-Mail-Adresse ein Konto bei {brand} zu eröffnen. Zu dieser Adresse gibt es bereits ein Konto.',
    advice:
      'Bitte melden Sie sich damit an. Wenn Sie Ihr Passwort vergessen haben, wählen Sie auf der Anmeldeseite „Passwort vergessen“.',
    ignore: 'Wenn Sie das nicht waren, hat sich nichts geändert, und Sie müssen nichts tun.',
  },
  reset_link: {
    subject: 'Ihr Passwort für {brand} zurücksetzen',
    lead: 'Jemand, vermutlich Sie selbst, möchte das Passwort und die Sicherheits-PIN Ihres Kontos bei {brand} zurücksetzen.',
    button: 'Neues Passwort und neue PIN wählen',
    expires: 'Der Link ist {minutes} Minuten gültig und kann nur einmal verwendet werden.',
    ignore: 'Wenn Sie es nicht waren, ignorieren Sie diese Nachricht: Passwort und PIN bleiben, wie sie sind.',
  },
  password_changed: {
    subject: 'Passwort und PIN Ihres {brand}-Kontos wurden geändert',
    lead: 'Das Passwort und die Sicherheits-PIN Ihres Kontos bei {brand} wurden am {at} geändert.',
    sessions: 'Alle Geräte wurden abgemeldet. Bitte melden Sie sich mit dem neuen Passwort wieder an.',
    hold: 'Zu Ihrer Sicherheit kann bis {until} nichts das Konto verlassen: keine Auszahlung und keine neue Auszahlungsadresse.',
  },
  new_password: {
    subject: 'Ihr {brand}-Passwort wurde geändert',
    lead: 'Das Passwort Ihres Kontos bei {brand} wurde am {at} geändert.',
    sessions: 'Alle anderen Geräte wurden abgemeldet.',
  },
  new_pin: {
    subject: 'Ihre {brand}-Sicherheits-PIN wurde geändert',
    lead: 'Die Sicherheits-PIN Ihres Kontos bei {brand} wurde am {at} geändert.',
    sessions: 'Alle anderen Geräte wurden abgemeldet.',
  },
  freeze: {
    lead: 'Wenn Sie es nicht waren, frieren Sie das Konto bitte sofort ein. Dann kann sich niemand mehr anmelden oder etwas bewegen; schreiben Sie an {support}, und wir öffnen es gemeinsam mit Ihnen wieder.',
    button: 'Mein Konto einfrieren',
    note: 'Der Link braucht keine Anmeldung und gilt {days} Tage.',
  },
  new_sign_in: {
    subject: 'Neue Anmeldung in Ihrem {brand}-Konto',
    lead: 'Ihr Konto bei {brand} wurde auf einem Gerät verwendet, das wir noch nicht kannten.',
    device: 'Gerät: {device}',
    time: 'Zeit: {at}',
    unknownDevice: 'unbekannt',
    ignore:
      'Wenn Sie es waren, müssen Sie nichts tun. Wenn nicht, setzen Sie Ihr Passwort jetzt über „Passwort vergessen“ zurück und schreiben Sie an {support}.',
  },
  sign_in_locked: {
    subject: 'Die Anmeldung bei Ihrem Konto bei {brand} ruht',
    lead: 'Am {at} gab es zu viele falsche Passwörter für Ihr Konto bei {brand}. Eine Zeit lang kann sich niemand von einem Gerät anmelden, das wir nicht kennen.',
    advice:
      'Ein Gerät, auf dem Sie schon angemeldet waren, nimmt das richtige Passwort weiter an. Waren die Versuche nicht von Ihnen, müssen Sie nichts tun: Niemand ist hineingekommen.',
  },
  pin_locked: {
    subject: 'Die Sicherheits-PIN Ihres Kontos bei {brand} ist gesperrt',
    lead: 'Am {at} gab es zu viele falsche PINs in Ihrem Konto bei {brand}. Eine Zeit lang wird keine PIN angenommen, auch nicht die richtige.',
  },
  withdrawal_code: {
    subject: 'Ihr Code für eine Auszahlungsadresse bei {brand}',
    lead: 'Diese Auszahlungsadresse für {coin} über {network} soll in Ihrem Konto bei {brand} gespeichert werden:',
    compare:
      'Vergleichen Sie sie mit der Adresse, die Sie meinen. Ist es eine andere, benutzen Sie den Code nicht. Der Code gilt nur für diese Adresse:',
    expires: 'Der Code ist {minutes} Minuten gültig und kann nur einmal verwendet werden.',
    ignore:
      'Wenn Sie es nicht waren, kennt jemand Ihr Passwort und Ihre PIN: Ändern Sie jetzt beides und schreiben Sie an {support}. Geben Sie den Code niemals weiter.',
  },
  withdrawal_address: {
    subject: 'Eine Auszahlungsadresse Ihres Kontos bei {brand} wurde gespeichert',
    lead: 'Am {at} wurde diese Adresse für Auszahlungen von {coin} über {network} gespeichert:',
    hold: 'Sie kann ab dem {from} verwendet werden. Vorher wird nichts dorthin gesendet.',
  },
  footer: 'Dies ist eine automatische Nachricht von {brand}. Fragen? Schreiben Sie an {support}.',
};
