import type { MailTexts } from './mail-texts.ts';

export const kr: MailTexts = {
  greetingNamed: '{name} 님, 안녕하세요.',
  greeting: '안녕하세요.',
  signup_code: {
    subject: '{brand} 인증 코드',
    lead: '{brand} 계정 가입을 완료하려면 아래 코드를 입력해 주세요.',
    expires: '코드는 {minutes}분 동안 유효하며 한 번만 사용할 수 있습니다.',
    ignore:
      '본인이 요청하지 않았다면 이 메일을 무시해 주세요. 코드는 누구에게도 알려 주지 마세요. 저희는 코드를 절대 묻지 않습니다.',
  },
  account_exists: {
    subject: '이미 {brand} 계정이 있습니다',
    lead: '누군가(아마도 본인)가 이 이메일 주소로 {brand} 계정을 만들기 위해 인증 코드를 요청했습니다. 이 주소로 가입된 계정이 이미 있습니다.',
    advice:
      '해당 계정으로 로그인해 주세요. 비밀번호를 잊으셨다면 로그인 화면에서 ‘비밀번호를 잊으셨나요?’를 선택해 주세요.',
    ignore: '본인이 요청하지 않았다면 변경된 내용이 없으므로 아무 조치도 필요하지 않습니다.',
  },
  reset_link: {
    subject: '{brand} 비밀번호 재설정',
    lead: '누군가(아마도 본인)가 {brand} 계정의 비밀번호와 보안 PIN 재설정을 요청했습니다.',
    button: '새 비밀번호와 PIN 설정하기',
    expires: '링크는 {minutes}분 동안 유효하며 한 번만 사용할 수 있습니다.',
    ignore: '본인이 요청하지 않았다면 이 메일을 무시해 주세요. 비밀번호와 PIN은 그대로 유지됩니다.',
  },
  password_changed: {
    subject: '{brand} 비밀번호와 PIN이 변경되었습니다',
    lead: '{brand} 계정의 비밀번호와 보안 PIN이 {at}에 변경되었습니다.',
    sessions: '모든 기기에서 로그아웃되었습니다. 새 비밀번호로 다시 로그인해 주세요.',
    hold: '안전을 위해 {until}까지는 계정에서 아무것도 내보낼 수 없습니다. 출금도, 새 출금 주소 저장도 할 수 없습니다.',
  },
  new_password: {
    subject: '{brand} 비밀번호가 변경되었습니다',
    lead: '{brand} 계정의 비밀번호가 {at}에 변경되었습니다.',
    sessions: '다른 모든 기기에서 로그아웃되었습니다.',
  },
  new_pin: {
    subject: '{brand} 보안 PIN이 변경되었습니다',
    lead: '{brand} 계정의 보안 PIN이 {at}에 변경되었습니다.',
    sessions: '다른 모든 기기에서 로그아웃되었습니다.',
  },
  freeze: {
    lead: '본인이 한 일이 아니라면 즉시 계정을 동결해 주세요. 동결하면 아무도 로그인하거나 자산을 옮길 수 없습니다. 고객센터({support})로 연락해 주시면 함께 다시 열어 드립니다.',
    button: '내 계정 동결하기',
    note: '이 링크는 로그인 없이 {days}일 동안 사용할 수 있습니다.',
  },
  new_sign_in: {
    subject: '{brand} 계정에 새로운 로그인이 있습니다',
    lead: '처음 보는 기기에서 {brand} 계정에 로그인했습니다.',
    device: '기기: {device}',
    time: '시간: {at}',
    unknownDevice: '알 수 없음',
    ignore:
      '본인이 로그인했다면 아무 조치도 필요하지 않습니다. 그렇지 않다면 지금 ‘비밀번호를 잊으셨나요?’에서 비밀번호를 재설정하고 고객센터({support})로 연락해 주세요.',
  },
  sign_in_locked: {
    subject: '{brand} 계정 로그인이 일시 중지되었습니다',
    lead: '{at}에 {brand} 계정의 비밀번호가 너무 많이 틀렸습니다. 당분간 저희가 모르는 기기에서는 로그인할 수 없습니다.',
    advice:
      '이전에 로그인했던 기기에서는 올바른 비밀번호로 계속 로그인할 수 있습니다. 본인의 시도가 아니라면 아무것도 하지 않으셔도 됩니다. 로그인에 성공한 사람은 없습니다.',
  },
  pin_locked: {
    subject: '{brand} 계정의 보안 PIN이 잠겼습니다',
    lead: '{at}에 {brand} 계정에서 PIN이 너무 많이 틀렸습니다. 당분간 올바른 PIN을 포함해 어떤 PIN도 받지 않습니다.',
  },
  withdrawal_code: {
    subject: '{brand} 출금 주소 인증 코드',
    lead: '{brand} 계정에 다음 {network} 네트워크의 {coin} 출금 주소를 저장하려고 합니다.',
    compare: '원하시는 주소와 비교해 주세요. 다르다면 코드를 사용하지 마세요. 이 코드는 이 주소에만 유효합니다.',
    expires: '코드는 {minutes}분 동안 유효하며 한 번만 사용할 수 있습니다.',
    ignore:
      '본인이 요청하지 않았다면 다른 사람이 비밀번호와 PIN을 알고 있는 것입니다. 지금 바로 둘 다 변경하고 고객센터({support})로 연락해 주세요. 코드는 누구에게도 알려 주지 마세요.',
  },
  withdrawal_address: {
    subject: '{brand} 계정의 출금 주소가 저장되었습니다',
    lead: '{at}에 {network} 네트워크의 {coin} 출금 주소로 다음 주소가 저장되었습니다.',
    hold: '이 주소는 {from}부터 사용할 수 있으며, 그 전에는 아무것도 전송되지 않습니다.',
  },
  footer: '이 메일은 {brand}에서 자동으로 발송되었습니다. 문의: {support}',
};
