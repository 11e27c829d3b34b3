import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    signIn: 'Sign in to the console',
    hint: 'Use an administrator account on this server.',
    email: 'Email address',
    password: 'Password',
    enter: 'Sign in',
    wrongPassword: 'Wrong email address or password.',
    banned: 'This account is banned.',
    ended: {
      SIGNED_OUT: 'You are signed out.',
      EXPIRED: 'Your session has ended. Sign in again to continue where you left off.',
      BANNED: 'This account is banned. Another administrator can lift the ban.',
      DELETED: 'The account was deleted.',
    },
    checking: 'Checking the account…',
    notChecked: 'Could not check whether this account is still an administrator.',
    notAdmin: 'This account is not an administrator',
    addApp: 'Add an authenticator app',
    factorNeeded: 'Administrators need two-step sign-in',
    factorHint:
      'This server requires two-step sign-in for administrators. Add an authenticator app here, or a passkey in the chat under Settings > Security.',
    howToBecome:
      'Ask an administrator to make this account an administrator, or ask the person who runs the server to run this command:',
    chat: 'Open chat',
    copyCommand: 'Copy command',
    other: 'Use another account',
  },
  {
    signIn: '콘솔 로그인',
    hint: '이 서버의 관리자 계정으로 로그인하세요.',
    email: '이메일 주소',
    password: '비밀번호',
    enter: '로그인',
    wrongPassword: '이메일 주소나 비밀번호가 올바르지 않습니다.',
    banned: '차단된 계정입니다.',
    ended: {
      SIGNED_OUT: '로그아웃되었습니다.',
      EXPIRED: '세션이 만료되었습니다. 다시 로그인하면 하던 일을 이어서 할 수 있습니다.',
      BANNED: '차단된 계정입니다. 다른 관리자가 차단을 해제할 수 있습니다.',
      DELETED: '계정이 삭제되었습니다.',
    },
    checking: '계정을 확인하는 중…',
    notChecked: '이 계정이 아직 관리자인지 확인하지 못했습니다.',
    notAdmin: '관리자 계정이 아닙니다',
    addApp: '인증 앱 추가',
    factorNeeded: '관리자에게는 2단계 인증이 필요합니다',
    factorHint:
      '이 서버의 관리자는 2단계 인증을 사용해야 합니다. 여기에서 인증 앱을 추가하거나, 채팅의 설정 > 보안에서 패스키를 추가하세요.',
    howToBecome: '다른 관리자에게 관리자 지정을 요청하거나, 서버 운영자에게 다음 명령을 실행하도록 요청하세요:',
    chat: '채팅 열기',
    copyCommand: '명령 복사',
    other: '다른 계정으로 로그인',
  },
)
