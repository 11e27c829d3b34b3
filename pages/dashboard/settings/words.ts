import { catalogue } from '../../ui/text/catalogue.js'
import type { SettingsPart } from './settings.js'

interface SettingWords {
  readonly title: string
  /** What it decides. */
  readonly hint: string
  /** The values that it can have, each with its name and what it means. */
  readonly choices?: Readonly<Record<string, readonly [string, string]>>
  readonly label?: string
  readonly example?: string
  /** What is needed first, where the server answers CONFLICT. */
  readonly conflict?: string
  /** Whether its value is a picture, of which the server shows the type and the size. */
  readonly isPicture?: boolean
}

interface SettingsWords {
  readonly title: string
  readonly hint: string
  readonly parts: string
  readonly partNames: Readonly<Record<SettingsPart, string>>
  readonly value: string
  readonly choosePicture: string
  readonly noPicture: string
  /** Said instead of the picture. */
  readonly hasPicture: string
  readonly tooLargePicture: string
  readonly noMail: string
  readonly save: string
  readonly saveOf: (title: string) => string
  readonly reset: string
  readonly isSaved: (title: string) => string
  /** With the sentence of the server, which has no full stop. */
  readonly refused: (cause: string) => string
  /** With a sentence of the server, which has no full stop. */
  readonly ignored: (cause: string) => string
  readonly sources: Readonly<Record<'ENVIRONMENT' | 'DATABASE' | 'DEFAULT', string>>
  readonly fixed: (name: string) => string
  readonly changed: (date: string) => string
  readonly usual: string
  /** By the name of the setting. One without words is shown by its name. */
  readonly settings: Readonly<Record<string, SettingWords | undefined>>
}

export const words = catalogue<SettingsWords>(
  {
    title: 'Settings',
    hint: 'Changes apply at once, to the whole server. Each setting says where its value comes from.',
    parts: 'Parts of the settings',
    partNames: { accounts: 'New accounts and guests', signIn: 'Sign-in', look: 'Name and look', links: 'Links' },
    value: 'Value',
    choosePicture: 'Choose a picture',
    noPicture: 'No picture is set.',
    hasPicture: 'The logo now',
    tooLargePicture: 'The picture has more than 64 KiB. Choose a smaller one.',
    noMail:
      'This server does not send email, so no address can be verified and the sign-up form creates no account. The operator sets SMTP_URL; invitations work without it.',
    save: 'Save',
    saveOf: (title) => `Save: ${title}`,
    reset: 'Back to the default',
    isSaved: (title) => `Saved: ${title}.`,
    refused: (cause) => `The server does not accept this: ${cause}.`,
    ignored: (cause) => `The value that was saved does not apply: ${cause}.`,
    sources: { ENVIRONMENT: 'Fixed by the operator', DATABASE: 'Changed here', DEFAULT: 'Default' },
    fixed: () =>
      'A variable of the server sets this value. To change it here, the operator has to remove the variable:',
    changed: (date) => `Changed on ${date}. Variable of the server:`,
    usual: 'Variable of the server:',
    settings: {
      REGISTRATION: {
        title: 'Who can create an account',
        hint: 'Existing accounts are not affected. People with an invitation can always create an account.',
        choices: {
          open: ['Everyone', 'Anyone who can reach this server.'],
          approval: ['Everyone, after approval', 'An administrator approves each account before it can be used.'],
          invite: ['People with an invitation', 'An administrator sends them a link.'],
          closed: ['No one', 'Administrators invite people or create their accounts.'],
        },
      },
      REGISTRATION_BY_PROVIDER: {
        title: 'Who can create an account with another service',
        hint: 'Applies when a person signs in with another service, such as that of a company, for the first time.',
        choices: {
          open: ['Everyone', 'Anyone with an account of that service.'],
          approval: ['Everyone, after approval', 'An administrator approves each account before it can be used.'],
          invite: ['People with an invitation', 'They open the link, or are invited by their e-mail address.'],
          closed: ['No one', 'People sign in only to an account that they already have here.'],
        },
      },
      REGISTRATION_DOMAINS: {
        title: 'Addresses of new accounts',
        hint: 'If domains are listed, a new account needs a verified e-mail address at one of them.',
        label: 'Domains',
        example: 'Separated by commas, for example corp.example,lab.example. The server has to be able to send mail.',
      },
      GUEST_ROOMS: {
        title: 'Conversations without an account',
        hint: 'Whether programs can start conversations for people who have no account.',
        choices: {
          true: ['Allowed', 'Any program that can reach this server can start one.'],
          false: ['Not allowed', 'A conversation needs an account.'],
        },
      },
      SIGN_IN_REQUIRED: {
        title: 'What people see before they sign in',
        hint: 'Whether visitors can browse characters and profiles without an account.',
        choices: {
          false: ['Public characters', 'Visitors can browse them.'],
          true: ['Only the sign-in', 'Everything else needs an account.'],
        },
      },
      SHARE_LINKS: {
        title: 'Links to conversations',
        hint: 'Whether people can make a link that shows a copy of one of their conversations to anyone who has it.',
        choices: {
          false: ['Not allowed', 'Links that were made earlier do not work.'],
          true: ['Allowed', 'Readers need no account. Has no effect while visitors see only the sign-in.'],
        },
      },
      PASSWORD_SIGN_IN: {
        title: 'Sign-in with a password',
        hint: 'Whether people can sign in with an e-mail address and a password, beside other services.',
        choices: {
          true: ['Allowed', 'People choose between the password and another service.'],
          false: ['Other services only', 'An administrator has to sign in with one of them first.'],
        },
        conflict: 'Sign in with another service first, then make this change within an hour.',
      },
      ADMIN_SECOND_FACTOR: {
        title: 'Two-step sign-in for administrators',
        hint: 'Whether administrators have to use a passkey or an authenticator app when they sign in.',
        choices: {
          optional: ['Optional', 'Each administrator decides.'],
          required: ['Required', 'Administrators without it have the rights of a user until they add it.'],
        },
        conflict:
          'Add two-step sign-in to your own account first: in the chat, under Settings, Security. Otherwise this change would lock you out.',
      },
      INSTALLATION_NAME: {
        title: 'Name of this server',
        hint: 'Shown on all pages and in mails.',
        label: 'Name',
        example: 'At most 40 characters.',
      },
      INSTALLATION_NOTICE: {
        title: 'Notice',
        hint: 'One line at the top of every page, for example about planned maintenance.',
        label: 'Notice',
      },
      INSTALLATION_LOGO: {
        title: 'Logo',
        hint: 'Replaces the Parley logo. PNG, JPEG, GIF or WebP, at most 64 KiB.',
        isPicture: true,
      },
      ACCENT_COLOR: {
        title: 'Colour',
        hint: 'The colour of buttons and links. Leave it empty for the default colours.',
        label: 'Colour',
        example: 'For example #1f6f5c. A colour with too little contrast is refused.',
      },
      TERMS_URL: {
        title: 'Terms of use',
        hint: 'A link beside the form for new accounts.',
        label: 'Address',
        example: 'For example https://corp.example/terms',
      },
      PRIVACY_URL: {
        title: 'Privacy policy',
        hint: 'A link beside the form for new accounts.',
        label: 'Address',
        example: 'For example https://corp.example/privacy',
      },
      HELP_URL: {
        title: 'Help',
        hint: 'A link to where people get help.',
        label: 'Address',
        example: 'For example https://corp.example/help',
      },
    },
  },
  {
    title: '설정',
    hint: '바꾼 설정은 서버 전체에 바로 적용됩니다. 각 설정에 값의 출처를 표시했습니다.',
    parts: '설정 구분',
    partNames: { accounts: '새 계정과 손님', signIn: '로그인', look: '이름과 모양', links: '링크' },
    value: '값',
    choosePicture: '그림 선택',
    noPicture: '정해진 그림이 없습니다.',
    hasPicture: '지금 로고',
    tooLargePicture: '그림이 64 KiB보다 큽니다. 더 작은 그림을 고르세요.',
    noMail:
      '이 서버는 메일을 보내지 않아 주소를 확인할 수 없고, 가입 양식으로 계정을 만들 수 없습니다. 운영자가 SMTP_URL을 정해야 합니다. 초대는 메일 없이도 됩니다.',
    save: '저장',
    saveOf: (title) => `저장: ${title}`,
    reset: '기본값으로',
    isSaved: (title) => `저장했습니다: ${title}.`,
    refused: (cause) => `서버가 받아들이지 않았습니다. 서버의 답: ${cause}.`,
    ignored: (cause) => `저장된 값이 적용되지 않습니다. 서버의 답: ${cause}.`,
    sources: { ENVIRONMENT: '운영자가 고정함', DATABASE: '여기에서 바꿈', DEFAULT: '기본값' },
    fixed: () => '서버의 변수로 정해져 있어 여기에서 바꿀 수 없습니다. 서버 운영자가 변수를 지울 수 있습니다.',
    changed: (date) => `${date}에 바꿨습니다. 서버 변수:`,
    usual: '서버 변수:',
    settings: {
      REGISTRATION: {
        title: '계정을 만들 수 있는 사람',
        hint: '이미 있는 계정에는 영향이 없습니다. 초대를 받은 사람은 언제나 만들 수 있습니다.',
        choices: {
          open: ['누구나', '이 서버에 접속할 수 있는 모든 사람.'],
          approval: ['누구나, 승인 후에', '관리자가 승인할 때까지 계정을 쓸 수 없습니다.'],
          invite: ['초대를 받은 사람', '관리자가 링크를 보냅니다.'],
          closed: ['아무도 없음', '관리자가 초대하거나 계정을 만들어 준 사람만 쓸 수 있습니다.'],
        },
      },
      REGISTRATION_BY_PROVIDER: {
        title: '다른 서비스로 계정을 만들 수 있는 사람',
        hint: '다른 서비스의 계정으로 처음 로그인하는 사람에게 적용됩니다.',
        choices: {
          open: ['누구나', '다른 서비스에 계정이 있는 모든 사람.'],
          approval: ['누구나, 승인 후에', '관리자가 승인할 때까지 계정을 쓸 수 없습니다.'],
          invite: ['초대를 받은 사람', '링크나 그 주소로 보낸 초대로.'],
          closed: ['아무도', '이미 여기에 계정이 있는 사람만 로그인합니다.'],
        },
      },
      REGISTRATION_DOMAINS: {
        title: '새 계정의 주소',
        hint: '새 계정에는 이 도메인의 확인된 주소가 필요합니다. 도메인이 없으면 모든 주소를 받습니다.',
        label: '도메인',
        example: 'corp.example,lab.example처럼 쉼표로 나눕니다. 서버가 메일을 보낼 수 있어야 합니다.',
      },
      GUEST_ROOMS: {
        title: '계정 없는 대화',
        hint: '계정이 없는 사람의 대화에 프로그램이 이 서버를 쓸 수 있는지 정합니다.',
        choices: {
          true: ['허용', '이 서버에 접속할 수 있으면 대화를 시작할 수 있습니다.'],
          false: ['허용 안 함', '대화에는 계정이 필요합니다.'],
        },
      },
      SIGN_IN_REQUIRED: {
        title: '로그인하기 전에 보이는 것',
        hint: '계정 없이 캐릭터와 사람을 볼 수 있는지 정합니다.',
        choices: {
          false: ['공개 캐릭터', '누구나 볼 수 있습니다.'],
          true: ['로그인 화면만', '그 밖의 모든 것에는 계정이 필요합니다.'],
        },
      },
      SHARE_LINKS: {
        title: '대화 링크',
        hint: '대화의 사본을 누구나 읽을 수 있는 링크를 만들 수 있는지 정합니다.',
        choices: {
          false: ['허용 안 함', '전에 만든 링크는 열리지 않습니다.'],
          true: ['허용', '읽는 데 계정이 필요 없습니다. 로그인 화면만 보이는 설정에서는 효과가 없습니다.'],
        },
      },
      PASSWORD_SIGN_IN: {
        title: '비밀번호 로그인',
        hint: '다른 서비스 말고 주소와 비밀번호로도 로그인할 수 있는지 정합니다.',
        choices: {
          true: ['허용', '비밀번호와 다른 서비스 중에서 고릅니다.'],
          false: ['다른 서비스만', '먼저 관리자가 다른 서비스로 로그인한 적이 있어야 합니다.'],
        },
        conflict: '먼저 다른 서비스로 로그인한 뒤 한 시간 안에 바꾸세요.',
      },
      ADMIN_SECOND_FACTOR: {
        title: '관리자의 2단계 인증',
        hint: '관리자에게 비밀번호 말고 인증 앱이나 패스키도 필요한지 정합니다.',
        choices: {
          optional: ['각자 정함', '2단계 인증 없이 비밀번호만으로 충분합니다.'],
          required: ['필요함', '2단계 인증이 없는 관리자는 추가할 때까지 사용자의 권한만 갖습니다.'],
        },
        conflict:
          '먼저 채팅의 설정, 보안에서 내 계정에 2단계 인증을 추가하세요. 그렇지 않으면 관리자로 들어올 수 없게 됩니다.',
      },
      INSTALLATION_NAME: {
        title: '서버 이름',
        hint: '페이지와 메일에 쓰는 이름입니다.',
        label: '이름',
        example: '40자 이하.',
      },
      INSTALLATION_NOTICE: { title: '공지', hint: '모든 페이지 위에 표시되는 한 줄입니다.', label: '공지' },
      INSTALLATION_LOGO: {
        title: '로고',
        hint: 'Parley의 로고 대신 쓸 그림입니다. PNG, JPEG, GIF, WebP 파일, 최대 64 KiB.',
        isPicture: true,
      },
      ACCENT_COLOR: {
        title: '색',
        hint: '단추와 링크의 색입니다. 비우면 Parley의 색을 씁니다.',
        label: '색',
        example: '#1f6f5c처럼 씁니다. 글을 읽을 수 없는 색은 받지 않습니다.',
      },
      TERMS_URL: {
        title: '이용 약관',
        hint: '계정을 만들기 전에 읽을 수 있는 곳입니다.',
        label: '주소',
        example: '예: https://corp.example/terms',
      },
      PRIVACY_URL: {
        title: '개인정보 처리방침',
        hint: '계정을 만들기 전에 읽을 수 있는 곳입니다.',
        label: '주소',
        example: '예: https://corp.example/privacy',
      },
      HELP_URL: {
        title: '도움말',
        hint: '이 서버의 사람들이 도움을 받는 곳입니다.',
        label: '주소',
        example: '예: https://corp.example/help',
      },
    },
  },
)
