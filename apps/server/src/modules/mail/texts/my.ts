import type { MailTexts } from './mail-texts.ts';

export const my: MailTexts = {
  greetingNamed: 'Salam {name},',
  greeting: 'Salam,',
  signup_code: {
    subject: 'Kod pengesahan {brand} anda',
    lead: 'Masukkan kod ini untuk melengkapkan pendaftaran akaun {brand} anda:',
    expires: 'Kod ini sah selama {minutes} minit dan hanya boleh digunakan sekali.',
    ignore:
      'Jika anda tidak memintanya, abaikan e-mel ini. Jangan berikan kod ini kepada sesiapa; kami tidak akan sekali-kali memintanya daripada anda.',
  },
  account_exists: {
    subject: 'Anda sudah mempunyai akaun {brand}',
    lead: 'Seseorang, mungkin anda, telah meminta kod pengesahan untuk membuka akaun {brand} dengan alamat e-mel ini. Alamat ini sudah mempunyai akaun.',
    advice:
      'Sila log masuk dengan akaun tersebut. Jika anda terlupa kata laluan, pilih “Lupa kata laluan” di halaman log masuk.',
    ignore: 'Jika bukan anda, tiada apa-apa yang berubah dan anda tidak perlu berbuat apa-apa.',
  },
  reset_link: {
    subject: 'Tetapkan semula kata laluan {brand} anda',
    lead: 'Seseorang, mungkin anda, telah meminta untuk menetapkan semula kata laluan dan PIN keselamatan akaun {brand} anda.',
    button: 'Pilih kata laluan dan PIN baharu',
    expires: 'Pautan ini sah selama {minutes} minit dan hanya boleh digunakan sekali.',
    ignore: 'Jika bukan anda, abaikan e-mel ini: kata laluan dan PIN anda kekal seperti sedia ada.',
  },
  password_changed: {
    subject: 'Kata laluan dan PIN {brand} anda telah ditukar',
    lead: 'Kata laluan dan PIN keselamatan akaun {brand} anda telah ditukar: {at}.',
    sessions: 'Semua peranti telah dilog keluar. Sila log masuk semula dengan kata laluan baharu.',
    hold: 'Demi keselamatan anda, tiada apa-apa boleh keluar daripada akaun sebelum {until}: tiada pengeluaran dan tiada alamat pengeluaran baharu.',
  },
  new_password: {
    subject: 'Kata laluan {brand} anda telah ditukar',
    lead: 'Kata laluan akaun {brand} anda telah ditukar: {at}.',
    sessions: 'Semua peranti lain telah dilog keluar.',
  },
  new_pin: {
    subject: 'PIN keselamatan {brand} anda telah ditukar',
    lead: 'PIN keselamatan akaun {brand} anda telah ditukar: {at}.',
    sessions: 'Semua peranti lain telah dilog keluar.',
  },
  freeze: {
    lead: 'Jika bukan anda, bekukan akaun dengan segera. Selepas itu tiada sesiapa boleh log masuk atau memindahkan apa-apa; tulis kepada {support} dan kami akan membukanya semula bersama anda.',
    button: 'Bekukan akaun saya',
    note: 'Pautan ini tidak memerlukan log masuk dan sah selama {days} hari.',
  },
  new_sign_in: {
    subject: 'Log masuk baharu ke akaun {brand} anda',
    lead: 'Akaun {brand} anda telah digunakan pada peranti yang belum pernah kami lihat.',
    device: 'Peranti: {device}',
    time: 'Masa: {at}',
    unknownDevice: 'tidak diketahui',
    ignore:
      'Jika itu anda, anda tidak perlu berbuat apa-apa. Jika bukan, tetapkan semula kata laluan sekarang melalui “Lupa kata laluan?” dan hubungi {support}.',
  },
  sign_in_locked: {
    subject: 'Log masuk ke akaun {brand} anda dihentikan seketika',
    lead: 'Pada {at} terdapat terlalu banyak kata laluan salah bagi akaun {brand} anda. Buat sementara, tiada sesiapa boleh log masuk daripada peranti yang tidak kami kenali.',
    advice:
      'Peranti yang pernah anda log masuk masih menerima kata laluan yang betul. Jika percubaan itu bukan daripada anda, anda tidak perlu berbuat apa-apa: tiada sesiapa berjaya masuk.',
  },
  pin_locked: {
    subject: 'PIN keselamatan akaun {brand} anda dikunci',
    lead: 'Pada {at} terdapat terlalu banyak PIN salah dalam akaun {brand} anda. Buat sementara, tiada PIN diterima, termasuk yang betul.',
  },
  withdrawal_code: {
    subject: 'Kod {brand} untuk alamat pengeluaran anda',
    lead: 'Alamat pengeluaran {coin} di {network} ini akan disimpan dalam akaun {brand} anda:',
    compare:
      'Bandingkannya dengan alamat yang anda maksudkan. Jika berlainan, jangan gunakan kod ini. Kod hanya sah untuk alamat ini:',
    expires: 'Kod ini sah selama {minutes} minit dan hanya boleh digunakan sekali.',
    ignore:
      'Jika bukan anda, seseorang mengetahui kata laluan dan PIN anda: tukar kedua-duanya sekarang dan hubungi {support}. Jangan berikan kod ini kepada sesiapa.',
  },
  withdrawal_address: {
    subject: 'Alamat pengeluaran akaun {brand} anda telah disimpan',
    lead: 'Pada {at}, alamat ini disimpan untuk pengeluaran {coin} melalui {network}:',
    hold: 'Alamat ini boleh digunakan mulai {from}. Tiada apa-apa dihantar kepadanya sebelum itu.',
  },
  footer: 'Ini mesej automatik daripada {brand}. Ada soalan? Hubungi {support}.',
};
