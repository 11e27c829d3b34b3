import { catalogue } from '../../ui/text/catalogue.js'
import { isolated } from '../../ui/text/isolated.js'

export const words = catalogue(
  {
    noPasswords: 'This server does not use passwords. Sign in with another service.',
    resetSend: 'Send code',
    resetHint: 'A code is sent to the address of the account.',
    codeSent: (email: string) =>
      `If there is an account with the address ${isolated(email)}, a code is on its way to it.`,
    linkUsed: 'The link was used or has expired. Request another email.',
    noMail: 'This server does not send email. Ask its administrator for a password reset link.',
    choosePassword: 'Choose a new password',
    passwordOf: (username: string) => `For the account ${isolated(username)}.`,
    choosePasswordHint: 'This link works once. All devices that use your account will be signed out.',
    savePassword: 'Save password',
    deadLink: 'This link no longer works',
    deadLinkHint:
      'It has been used, has expired, or was replaced by a newer link. Ask the person who runs this server for another one.',
  },
  {
    noPasswords: '이 서버에서는 비밀번호 대신 다른 서비스의 계정으로 로그인합니다.',
    resetSend: '코드 보내기',
    resetHint: '계정의 이메일 주소로 코드를 보냅니다.',
    codeSent: (email) => `${isolated(email)} 주소의 계정이 있으면 코드를 보냅니다.`,
    linkUsed: '이미 사용했거나 만료된 링크입니다. 이메일을 다시 요청하세요.',
    noMail: '이 서버는 이메일을 보내지 않습니다. 새 비밀번호를 정할 수 있는 링크를 서버 운영자에게 요청하세요.',
    choosePassword: '새 비밀번호 정하기',
    passwordOf: (username) => `${isolated(username)} 계정의 비밀번호입니다.`,
    choosePasswordHint: '이 링크는 한 번만 사용할 수 있습니다. 이 계정은 모든 기기에서 로그아웃됩니다.',
    savePassword: '비밀번호 저장',
    deadLink: '더 이상 사용할 수 없는 링크입니다',
    deadLinkHint: '이미 사용했거나, 만료되었거나, 새 링크로 대체되었습니다. 서버 운영자에게 새 링크를 요청하세요.',
  },
)
