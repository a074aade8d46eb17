import type { MailTexts } from './mail-texts.ts';

export const vi: MailTexts = {
  greetingNamed: 'Xin chào {name},',
  greeting: 'Xin chào,',
  signup_code: {
    subject: 'Mã xác minh {brand} của bạn',
    lead: 'Nhập mã sau để hoàn tất việc tạo tài khoản {brand}:',
    expires: 'Mã có hiệu lực trong {minutes} phút và chỉ dùng được một lần.',
    ignore:
      'Nếu bạn không yêu cầu mã này, hãy bỏ qua email. Đừng đưa mã cho bất kỳ ai; chúng tôi không bao giờ hỏi mã của bạn.',
  },
  account_exists: {
    subject: 'Bạn đã có tài khoản {brand}',
    lead: 'Có người, có thể là bạn, đã yêu cầu mã xác minh để tạo tài khoản {brand} bằng địa chỉ email này. Địa chỉ này đã có tài khoản.',
    advice: 'Vui lòng đăng nhập bằng tài khoản đó. Nếu quên mật khẩu, hãy chọn “Quên mật khẩu” trên trang đăng nhập.',
    ignore: 'Nếu không phải bạn, không có gì thay đổi và bạn không cần làm gì.',
  },
  reset_link: {
    subject: 'Đặt lại mật khẩu {brand}',
    lead: 'Có người, có thể là bạn, đã yêu cầu đặt lại mật khẩu và mã PIN bảo mật của tài khoản {brand}.',
    button: 'Chọn mật khẩu và mã PIN mới',
    expires: 'Liên kết có hiệu lực trong {minutes} phút và chỉ dùng được một lần.',
    ignore: 'Nếu không phải bạn, hãy bỏ qua email này: mật khẩu và mã PIN của bạn vẫn giữ nguyên.',
  },
  password_changed: {
    subject: 'Mật khẩu và mã PIN {brand} của bạn đã được thay đổi',
    lead: 'Mật khẩu và mã PIN bảo mật của tài khoản {brand} đã được thay đổi vào {at}.',
    sessions: 'Tất cả thiết bị đã bị đăng xuất. Vui lòng đăng nhập lại bằng mật khẩu mới.',
    hold: 'Vì sự an toàn của bạn, trước {until} không có gì được chuyển ra khỏi tài khoản: không rút tiền và không lưu địa chỉ rút tiền mới.',
  },
  new_password: {
    subject: 'Mật khẩu {brand} của bạn đã được thay đổi',
    lead: 'Mật khẩu của tài khoản {brand} đã được thay đổi vào {at}.',
    sessions: 'Tất cả thiết bị khác đã bị đăng xuất.',
  },
  new_pin: {
    subject: 'Mã PIN bảo mật {brand} của bạn đã được thay đổi',
    lead: 'Mã PIN bảo mật của tài khoản {brand} đã được thay đổi vào {at}.',
    sessions: 'Tất cả thiết bị khác đã bị đăng xuất.',
  },
  freeze: {
    lead: 'Nếu không phải bạn, hãy đóng băng tài khoản ngay. Khi đó không ai đăng nhập hay chuyển đi được gì; hãy viết cho {support}, chúng tôi sẽ cùng bạn mở lại.',
    button: 'Đóng băng tài khoản của tôi',
    note: 'Liên kết không cần đăng nhập và có hiệu lực trong {days} ngày.',
  },
  new_sign_in: {
    subject: 'Đăng nhập mới vào tài khoản {brand} của bạn',
    lead: 'Tài khoản {brand} của bạn vừa được đăng nhập trên một thiết bị chưa từng dùng trước đây.',
    device: 'Thiết bị: {device}',
    time: 'Thời gian: {at}',
    unknownDevice: 'không xác định',
    ignore:
      'Nếu đó là bạn, bạn không cần làm gì. Nếu không, hãy đặt lại mật khẩu ngay bằng “Quên mật khẩu?” và liên hệ với {support}.',
  },
  sign_in_locked: {
    subject: 'Tạm ngừng đăng nhập vào tài khoản {brand} của bạn',
    lead: 'Vào {at} đã có quá nhiều lần nhập sai mật khẩu cho tài khoản {brand} của bạn. Trong một thời gian, không ai đăng nhập được từ thiết bị mà chúng tôi không biết.',
    advice:
      'Thiết bị bạn từng đăng nhập vẫn dùng được với mật khẩu đúng. Nếu không phải bạn đã thử, bạn không cần làm gì: chưa có ai vào được.',
  },
  pin_locked: {
    subject: 'PIN bảo mật của tài khoản {brand} đã bị khóa',
    lead: 'Vào {at} đã có quá nhiều lần nhập sai PIN trong tài khoản {brand} của bạn. Trong một thời gian, không PIN nào được chấp nhận, kể cả PIN đúng.',
  },
  withdrawal_code: {
    subject: 'Mã {brand} cho địa chỉ rút tiền của bạn',
    lead: 'Địa chỉ rút {coin} qua {network} sau đây sẽ được lưu trong tài khoản {brand} của bạn:',
    compare: 'Hãy so với địa chỉ bạn muốn dùng. Nếu khác, đừng dùng mã này. Mã chỉ có giá trị cho đúng địa chỉ này:',
    expires: 'Mã có hiệu lực trong {minutes} phút và chỉ dùng được một lần.',
    ignore:
      'Nếu không phải bạn, có người đã biết mật khẩu và mã PIN của bạn: hãy đổi cả hai ngay và liên hệ với {support}. Đừng đưa mã cho bất kỳ ai.',
  },
  withdrawal_address: {
    subject: 'Địa chỉ rút tiền của tài khoản {brand} đã được lưu',
    lead: 'Vào {at}, địa chỉ sau đã được lưu để rút {coin} qua {network}:',
    hold: 'Địa chỉ này dùng được từ {from}. Trước thời điểm đó không có gì được gửi tới.',
  },
  footer: 'Đây là email tự động từ {brand}. Mọi thắc mắc, vui lòng liên hệ {support}.',
};
