import type { MailTexts } from './mail-texts.ts';

export const ch: MailTexts = {
  greetingNamed: '{name}，您好：',
  greeting: '您好：',
  signup_code: {
    subject: '您的 {brand} 驗證碼',
    lead: '請輸入以下驗證碼，完成 {brand} 帳戶註冊：',
    expires: '驗證碼 {minutes} 分鐘內有效，僅可使用一次。',
    ignore: '如果這不是您本人的操作，請忽略此郵件。請勿將驗證碼告知任何人，我們絕不會向您索取驗證碼。',
  },
  account_exists: {
    subject: '您已擁有 {brand} 帳戶',
    lead: '有人（可能是您本人）申請了驗證碼，想用此電子郵件地址註冊 {brand} 帳戶。此地址已經註冊過帳戶。',
    advice: '請直接登入。如果忘記了密碼，請在登入頁面選擇「忘記密碼」。',
    ignore: '如果這不是您本人的操作，您的帳戶沒有任何變更，無需處理。',
  },
  reset_link: {
    subject: '重設您的 {brand} 密碼',
    lead: '有人（可能是您本人）申請重設您 {brand} 帳戶的密碼和安全 PIN 碼。',
    button: '設定新密碼和 PIN 碼',
    expires: '連結 {minutes} 分鐘內有效，僅可使用一次。',
    ignore: '如果這不是您本人的操作，請忽略此郵件，您的密碼和 PIN 碼維持不變。',
  },
  password_changed: {
    subject: '您的 {brand} 密碼和 PIN 碼已變更',
    lead: '您 {brand} 帳戶的密碼和安全 PIN 碼已於 {at} 變更。',
    sessions: '所有裝置均已登出，請使用新密碼重新登入。',
    hold: '為了您的安全，在 {until} 之前，帳戶中的任何資產都不能轉出：不能提領，也不能儲存新的提領地址。',
  },
  new_password: {
    subject: '您的 {brand} 密碼已變更',
    lead: '您 {brand} 帳戶的登入密碼已於 {at} 變更。',
    sessions: '其他裝置均已登出。',
  },
  new_pin: {
    subject: '您的 {brand} 安全 PIN 碼已變更',
    lead: '您 {brand} 帳戶的安全 PIN 碼已於 {at} 變更。',
    sessions: '其他裝置均已登出。',
  },
  freeze: {
    lead: '如果這不是您本人的操作，請立即凍結帳戶。凍結後任何人都無法登入或轉移資產；請聯絡 {support}，我們會與您一起重新開啟帳戶。',
    button: '凍結我的帳戶',
    note: '此連結無需登入，{days} 天內有效。',
  },
  new_sign_in: {
    subject: '您的 {brand} 帳戶有新的登入',
    lead: '您的 {brand} 帳戶在一台我們未曾見過的裝置上登入。',
    device: '裝置：{device}',
    time: '時間：{at}',
    unknownDevice: '未知',
    ignore: '如果是您本人的操作，無需處理。如果不是，請立即透過「忘記密碼」重設密碼，並聯絡 {support}。',
  },
  sign_in_locked: {
    subject: '您的 {brand} 帳戶登入已暫停',
    lead: '{at}，您的 {brand} 帳戶密碼錯誤次數過多。在一段時間內，無法從我們不認識的裝置登入。',
    advice: '您曾經登入過的裝置仍可使用正確的密碼登入。如果這些嘗試不是您本人所為，您無需操作：沒有人登入成功。',
  },
  pin_locked: {
    subject: '您 {brand} 帳戶的安全 PIN 已鎖定',
    lead: '{at}，您的 {brand} 帳戶 PIN 錯誤次數過多。在一段時間內，任何 PIN 都不被接受，正確的也不例外。',
  },
  withdrawal_code: {
    subject: '您的 {brand} 提領地址驗證碼',
    lead: '您的 {brand} 帳戶將儲存以下提領地址，用於在 {network} 上提領 {coin}：',
    compare: '請與您想要的地址核對。如果不一致，請勿使用驗證碼。此驗證碼僅對該地址有效：',
    expires: '驗證碼 {minutes} 分鐘內有效，僅可使用一次。',
    ignore:
      '如果這不是您本人的操作，表示有人知道您的密碼和 PIN 碼：請立即變更兩者並聯絡 {support}。請勿將驗證碼告知任何人。',
  },
  withdrawal_address: {
    subject: '您 {brand} 帳戶的提領地址已儲存',
    lead: '以下地址已於 {at} 儲存，用於透過 {network} 網路提領 {coin}：',
    hold: '該地址自 {from} 起可用，在此之前不會向其轉出任何資產。',
  },
  footer: '此郵件由 {brand} 系統自動寄出。如有疑問，請聯絡 {support}。',
};
