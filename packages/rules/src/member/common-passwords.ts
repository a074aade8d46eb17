/**
 * The commonest passwords of public breach rankings (NordPass, SplashData, Have I Been Pwned) and the forms that people
 * give them when a form asks for a capital, a digit and a special character. Lower case; compared without case.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
123456 12345678 123456789 1234567890 12345 1234567 1234 111111 000000 123123 123321 654321 666666 888888 112233 121212
696969 159753 987654321 1q2w3e4r 1q2w3e4r5t 1q2w3e 1qaz2wsx 1qazxsw2 zaq12wsx qazwsx qazwsxedc q1w2e3r4 qwerty qwerty1
qwerty12 qwerty123 qwertyuiop qwer1234 asdfgh asdfghjkl asdf1234 zxcvbn zxcvbnm zxcvbnm123 abc123 abcd1234 abcdef a123456
a12345678 aa123456 aa12345678 aaaaaa password password1 password12 password123 password1234 passw0rd pass1234 pass123
passwort contrasena senha123 matkhau iloveyou iloveyou1 princess sunshine monkey dragon football baseball basketball
superman batman master shadow michael jordan jordan23 charlie daniel ashley jessica nicole hunter hunter2 ninja mustang
welcome welcome1 welcome123 letmein letmein1 trustno1 starwars pokemon computer internet freedom whatever samsung google
admin admin1 admin12 admin123 admin1234 administrator root toor test test1 test123 test1234 guest user user123 default
changeme changeme1 secret secret123 login login123 bitcoin bitcoin1 crypto crypto123 hello hello123 flower lovely
liverpool chelsea arsenal killer soccer cheese cookie butterfly purple ginger summer winter spring autumn
password! password1! password!1 password12! password123! password1234! password@1 password@12 password@123 password@1234
password#1 password#123 password1@ password123@ password123# password1# password_1 password_123 password.1 password.123
passw0rd! passw0rd1! passw0rd@1 passw0rd@123 p@ssword p@ssword1 p@ssword1! p@ssword12 p@ssword123 p@ssword123! p@ssw0rd
p@ssw0rd1 p@ssw0rd! p@ssw0rd1! p@ssw0rd12 p@ssw0rd123 p@ssw0rd123! p@ssw0rd1234 p@$$w0rd p@$$w0rd1 p@$$word1 pa$$w0rd
pa$$w0rd1 pa$$word1 pass@123 pass@1234 pass@word1 pass123! pass1234! welcome1! welcome@1 welcome@12 welcome@123
welcome@1234 welcome123! welcome#1 welcome#123 w3lcome! admin@1 admin@12 admin@123 admin@1234 admin@12345 admin123!
admin123# admin1234! admin#123 administrator1! qwerty1! qwerty12! qwerty123! qwerty@1 qwerty@12 qwerty@123 qwerty@1234
qwerty#123 qwer1234! qwer@1234 qwe123!@# 1qaz@wsx 1qaz!qaz 1qaz2wsx! 1q2w3e4r! 1q2w3e4r5t! !qaz2wsx !qaz1qaz zaq1@wsx
zaq12wsx! abc123! abc@1234 abc@123 abc12345! abc123!@# abc1234! abcd1234! abcd@123 abcd@1234 abcd123! aa123456! aa123456@
aa@123456 aa12345678! aa123456. a123456! a@123456 a1234567! a12345678! asdf1234! asdf@1234 test123! test@123 test@1234
test1234! user@123 user@1234 user123! guest@123 root@123 root@1234 login@123 demo@123 demo@1234 temp@123 temp123!
changeme1! changeme@1 changeme123! letmein1! letmein123! letmein@1 iloveyou1! iloveyou@1 iloveyou2! superman1! superman@1
sunshine1! princess1! football1! monkey123! dragon123! master123! master@123 shadow123! michael1! charlie1! summer1!
summer123! summer2023! summer2024! summer2025! summer2026! winter2024! winter2025! winter2026! spring2025! spring2026!
autumn2025! january1! monday1! hello123! hello@123 secret1! secret123! secret@123 bitcoin1! bitcoin123! bitcoin@1
bitcoin@123 crypto1! crypto123! crypto@123 binance1! binance@123 malaysia1! malaysia@1 malaysia@123 malaysia123!
china@123 india@123 vietnam@123 korea@123 minerx1! minerx@1 minerx@123 minerx123! minerx2026! samsung@123 google@123
computer1! internet1! company1! company@123 trustno1! starwars1! pokemon1! welcome2026! password2024! password2025!
password2026! admin2025! admin2026!
`
    .trim()
    .split(/\s+/),
);
