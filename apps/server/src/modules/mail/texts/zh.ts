import type { MailTexts } from './mail-texts.ts';

export const zh: MailTexts = {
  greetingNamed: '{name}，您好：',
  greeting: '您好：',
  signup_code: {
    subject: '您的 {brand} 验证码',
    lead: '请输入以下验证码，完成 {brand} 账户注册：',
    expires: '验证码 {minutes} 分钟内有效，仅可使用一次。',
    ignore: '如果这不是您本人的操作，请忽略此邮件。请勿将验证码告知任何人，我们绝不会向您索取验证码。',
  },
  account_exists: {
    subject: '您已拥有 {brand} 账户',
    lead: '有人（可能是您本人）申请了验证码，想用此邮箱注册 {brand} 账户。该邮箱已经注册过账户。',
    advice: '请直接登录。如果忘记了密码，请在登录页面选择“忘记密码”。',
    ignore: '如果这不是您本人的操作，您的账户没有任何变化，无需处理。',
  },
  reset_link: {
    subject: '重置您的 {brand} 密码',
    lead: '有人（可能是您本人）申请重置您 {brand} 账户的密码和安全 PIN 码。',
    button: '设置新密码和 PIN 码',
    expires: '链接 {minutes} 分钟内有效，仅可使用一次。',
    ignore: '如果这不是您本人的操作，请忽略此邮件，您的密码和 PIN 码保持不变。',
  },
  password_changed: {
    subject: '您的 {brand} 密码和 PIN 码已更改',
    lead: '您 {brand} 账户的密码和安全 PIN 码已于 {at} 更改。',
    sessions: '所有设备均已退出登录，请使用新密码重新登录。',
    hold: '为了您的安全，在 {until} 之前，账户中的任何资产都不能转出：不能提现，也不能保存新的提现地址。',
  },
  new_password: {
    subject: '您的 {brand} 密码已更改',
    lead: '您 {brand} 账户的登录密码已于 {at} 更改。',
    sessions: '其他设备均已退出登录。',
  },
  new_pin: {
    subject: '您的 {brand} 安全 PIN 码已更改',
    lead: '您 {brand} 账户的安全 PIN 码已于 {at} 更改。',
    sessions: '其他设备均已退出登录。',
  },
  freeze: {
    lead: '如果这不是您本人的操作，请立即冻结账户。冻结后任何人都无法登录或转移资产；请联系 {support}，我们会与您一起重新开启账户。',
    button: '冻结我的账户',
    note: '此链接无需登录，{days} 天内有效。',
  },
  new_sign_in: {
    subject: '您的 {brand} 账户有新的登录',
    lead: '您的 {brand} 账户在一台我们未曾见过的设备上登录。',
    device: '设备：{device}',
    time: '时间：{at}',
    unknownDevice: '未知',
    ignore: '如果是您本人的操作，无需处理。如果不是，请立即通过“忘记密码”重置密码，并联系 {support}。',
  },
  sign_in_locked: {
    subject: '您的 {brand} 账户登录已暂停',
    lead: '{at}，您的 {brand} 账户密码错误次数过多。在一段时间内，无法从我们不认识的设备登录。',
    advice: '您曾经登录过的设备仍可使用正确的密码登录。如果这些尝试不是您本人所为，您无需操作：没有人登录成功。',
  },
  pin_locked: {
    subject: '您 {brand} 账户的安全 PIN 已锁定',
    lead: '{at}，您的 {brand} 账户 PIN 错误次数过多。在一段时间内，任何 PIN 都不被接受，正确的也不例外。',
  },
  withdrawal_code: {
    subject: '您的 {brand} 提现地址验证码',
    lead: '您的 {brand} 账户将保存以下提现地址，用于在 {network} 上提现 {coin}：',
    compare: '请与您想要的地址核对。如果不一致，请勿使用验证码。此验证码仅对该地址有效：',
    expires: '验证码 {minutes} 分钟内有效，仅可使用一次。',
    ignore:
      '如果这不是您本人的操作，说明有人知道您的密码和 PIN 码：请立即更改两者并联系 {support}。请勿将验证码告知任何人。',
  },
  withdrawal_address: {
    subject: '您 {brand} 账户的提现地址已保存',
    lead: '以下地址已于 {at} 保存，用于通过 {network} 网络提现 {coin}：',
    hold: '该地址自 {from} 起可用，在此之前不会向其转出任何资产。',
  },
  footer: '此邮件由 {brand} 系统自动发送。如有疑问，请联系 {support}。',
};
