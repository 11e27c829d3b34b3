import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    socialRunning: 'Signing in…',
    socialForbidden:
      'This server does not let this account in: it is banned, or not allowed to sign in. Ask the person who runs this server.',
    socialInvitation:
      'The invitation was not used: it no longer works, or you have an account here. Sign in without it.',
  },
  {
    socialRunning: '로그인하는 중…',
    socialForbidden:
      '이 서버에 로그인할 수 없는 계정입니다. 차단되었거나 로그인이 허용되지 않은 사용자입니다. 서버 운영자에게 문의하세요.',
    socialInvitation:
      '초대를 사용하지 못했습니다. 더 이상 사용할 수 없는 초대이거나 이미 계정이 있습니다. 초대 없이 로그인하세요.',
  },
)
