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
  /** Whether its value is a colour such as `#1f6f5c`. */
  readonly isColour?: boolean
}

interface SettingsWords {
  readonly title: string
  readonly hint: string
  readonly parts: string
  readonly partNames: Readonly<Record<SettingsPart, string>>
  readonly value: string
  readonly chooseColour: string
  readonly preview: string
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
    hint: 'Changes apply to the whole server immediately. Each setting shows where its value comes from.',
    parts: 'Settings sections',
    partNames: { accounts: 'New accounts and guests', signIn: 'Sign-in', look: 'Name and appearance', links: 'Links' },
    value: 'Value',
    chooseColour: 'Choose a colour',
    preview: 'Preview',
    choosePicture: 'Choose a picture',
    noPicture: 'No picture is set.',
    hasPicture: 'Current logo',
    tooLargePicture: 'The picture is larger than 64 KiB. Choose a smaller one.',
    noMail:
      'This server does not send email, so addresses cannot be verified and people cannot sign up. Ask the operator to set SMTP_URL. Invitations work without it.',
    save: 'Save',
    saveOf: (title) => `Save: ${title}`,
    reset: 'Reset to default',
    isSaved: (title) => `Saved: ${title}.`,
    refused: (cause) => `The server does not accept this: ${cause}.`,
    ignored: (cause) => `The saved value has no effect: ${cause}.`,
    sources: { ENVIRONMENT: 'Fixed by the operator', DATABASE: 'Changed here', DEFAULT: 'Default' },
    fixed: () => 'This value is set by a server variable. To change it here, the operator has to remove the variable:',
    changed: (date) => `Changed on ${date}. Server variable:`,
    usual: 'Server variable:',
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
        hint: 'Applies when a person first signs in with another service, such as a company account.',
        choices: {
          open: ['Everyone', 'Anyone with an account of that service.'],
          approval: ['Everyone, after approval', 'An administrator approves each account before it can be used.'],
          invite: ['People with an invitation', 'They open the link, or are invited by their email address.'],
          closed: ['No one', 'People sign in only to an account that they already have here.'],
        },
      },
      REGISTRATION_DOMAINS: {
        title: 'Allowed email domains',
        hint: 'If domains are listed, a new account needs a verified email address at one of them.',
        label: 'Domains',
        example: 'Separated by commas, for example corp.example,lab.example. The server has to be able to send email.',
      },
      GUEST_ROOMS: {
        title: 'Chats without an account',
        hint: 'Whether programs can start chats for people who have no account.',
        choices: {
          true: ['Allowed', 'Any program that can reach this server can start one.'],
          false: ['Not allowed', 'Chats need an account.'],
        },
      },
      SIGN_IN_REQUIRED: {
        title: 'What people see before they sign in',
        hint: 'Whether visitors can browse characters and profiles without an account.',
        choices: {
          false: ['Public characters', 'Visitors can browse them.'],
          true: ['Sign-in page only', 'Everything else needs an account.'],
        },
      },
      SHARE_LINKS: {
        title: 'Shared chats',
        hint: 'Whether people can create a link that shows a copy of a chat to anyone who has it.',
        choices: {
          false: ['Not allowed', 'Earlier links do not work.'],
          true: ['Allowed', 'Readers need no account. Has no effect while visitors see only the sign-in page.'],
        },
      },
      PASSWORD_SIGN_IN: {
        title: 'Sign-in with a password',
        hint: 'Lets people sign in with an email address and a password, not only with other services.',
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
          'First add two-step sign-in to your own account, in the chat under Settings > Security. Otherwise this change would lock you out.',
      },
      INSTALLATION_NAME: {
        title: 'Name of this server',
        hint: 'Shown on all pages and in emails.',
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
        hint: 'Replaces the Parley logo. PNG, JPEG, GIF or WebP, at most 64 KiB. A square PNG of at least 144 × 144 pixels is also the icon of the installed app.',
        isPicture: true,
      },
      ACCENT_COLOR: {
        title: 'Colour',
        hint: 'The colour of buttons and links. Leave it empty for the default colours.',
        label: 'Colour',
        example: 'For example #1f6f5c. A colour with too little contrast is refused.',
        isColour: true,
      },
      TERMS_URL: {
        title: 'Terms of use',
        hint: 'Linked from the sign-up form.',
        label: 'Address',
        example: 'For example https://corp.example/terms',
      },
      PRIVACY_URL: {
        title: 'Privacy policy',
        hint: 'Linked from the sign-up form.',
        label: 'Address',
        example: 'For example https://corp.example/privacy',
      },
      HELP_URL: {
        title: 'Help',
        hint: 'Where people can get help.',
        label: 'Address',
        example: 'For example https://corp.example/help',
      },
    },
  },
  {
    title: '설정',
    hint: '변경 사항은 서버 전체에 바로 적용됩니다. 설정마다 값의 출처를 표시합니다.',
    parts: '설정 메뉴',
    partNames: { accounts: '새 계정과 게스트', signIn: '로그인', look: '이름과 모양', links: '링크' },
    value: '값',
    chooseColour: '색 선택',
    preview: '미리보기',
    choosePicture: '이미지 선택',
    noPicture: '이미지가 없습니다.',
    hasPicture: '현재 로고',
    tooLargePicture: '이미지가 64 KiB보다 큽니다. 더 작은 이미지를 선택하세요.',
    noMail:
      '이 서버는 이메일을 보내지 않으므로 주소를 확인할 수 없고, 가입 양식으로 계정을 만들 수 없습니다. 운영자에게 SMTP_URL 설정을 요청하세요. 초대는 이메일 없이도 작동합니다.',
    save: '저장',
    saveOf: (title) => `저장: ${title}`,
    reset: '기본값으로 재설정',
    isSaved: (title) => `저장했습니다: ${title}.`,
    refused: (cause) => `서버가 값을 거부했습니다: ${cause}.`,
    ignored: (cause) => `저장된 값이 적용되지 않습니다: ${cause}.`,
    sources: { ENVIRONMENT: '운영자가 고정함', DATABASE: '여기에서 변경함', DEFAULT: '기본값' },
    fixed: () => '서버 변수로 정해진 값입니다. 여기에서 변경하려면 운영자가 변수를 삭제해야 합니다:',
    changed: (date) => `${date}에 변경했습니다. 서버 변수:`,
    usual: '서버 변수:',
    settings: {
      REGISTRATION: {
        title: '계정을 만들 수 있는 사람',
        hint: '기존 계정에는 영향이 없습니다. 초대받은 사람은 언제나 계정을 만들 수 있습니다.',
        choices: {
          open: ['누구나', '이 서버에 접속할 수 있는 모든 사람입니다.'],
          approval: ['누구나(승인 후)', '관리자가 승인해야 계정을 사용할 수 있습니다.'],
          invite: ['초대받은 사람', '관리자가 링크를 보냅니다.'],
          closed: ['아무도 없음', '관리자가 초대하거나 직접 계정을 만들어 줍니다.'],
        },
      },
      REGISTRATION_BY_PROVIDER: {
        title: '다른 서비스로 계정을 만들 수 있는 사람',
        hint: '회사 계정 같은 다른 서비스로 처음 로그인하는 사람에게 적용됩니다.',
        choices: {
          open: ['누구나', '그 서비스에 계정이 있는 모든 사람입니다.'],
          approval: ['누구나(승인 후)', '관리자가 승인해야 계정을 사용할 수 있습니다.'],
          invite: ['초대받은 사람', '초대 링크를 열거나, 이메일 주소로 초대받은 사람입니다.'],
          closed: ['아무도 없음', '이미 여기에 계정이 있는 사람만 로그인할 수 있습니다.'],
        },
      },
      REGISTRATION_DOMAINS: {
        title: '허용할 이메일 도메인',
        hint: '도메인을 입력하면 새 계정에 그 도메인의 확인된 이메일 주소가 필요합니다.',
        label: '도메인',
        example: 'corp.example,lab.example처럼 쉼표로 구분하세요. 서버가 이메일을 보낼 수 있어야 합니다.',
      },
      GUEST_ROOMS: {
        title: '계정 없는 채팅',
        hint: '프로그램이 계정이 없는 사람의 채팅을 시작할 수 있는지 정합니다.',
        choices: {
          true: ['허용', '이 서버에 접속할 수 있는 모든 프로그램이 시작할 수 있습니다.'],
          false: ['허용 안 함', '채팅하려면 계정이 필요합니다.'],
        },
      },
      SIGN_IN_REQUIRED: {
        title: '로그인하기 전에 보이는 것',
        hint: '방문자가 계정 없이 캐릭터와 프로필을 볼 수 있는지 정합니다.',
        choices: {
          false: ['공개 캐릭터', '방문자가 볼 수 있습니다.'],
          true: ['로그인 화면만', '나머지는 모두 계정이 필요합니다.'],
        },
      },
      SHARE_LINKS: {
        title: '채팅 공유',
        hint: '링크가 있는 누구에게나 채팅 사본을 보여 주는 공유 링크를 만들 수 있는지 정합니다.',
        choices: {
          false: ['허용 안 함', '이전에 만든 링크도 작동하지 않습니다.'],
          true: ['허용', '계정 없이 읽을 수 있습니다. 방문자에게 로그인 화면만 표시하면 적용되지 않습니다.'],
        },
      },
      PASSWORD_SIGN_IN: {
        title: '비밀번호 로그인',
        hint: '다른 서비스 외에 이메일 주소와 비밀번호로도 로그인할 수 있는지 정합니다.',
        choices: {
          true: ['허용', '비밀번호와 다른 서비스 중에서 선택합니다.'],
          false: ['다른 서비스만', '먼저 관리자가 다른 서비스로 로그인해야 합니다.'],
        },
        conflict: '먼저 다른 서비스로 로그인한 뒤 한 시간 안에 변경하세요.',
      },
      ADMIN_SECOND_FACTOR: {
        title: '관리자의 2단계 인증',
        hint: '관리자가 로그인할 때 패스키나 인증 앱을 사용해야 하는지 정합니다.',
        choices: {
          optional: ['선택', '관리자가 각자 정합니다.'],
          required: ['필수', '2단계 인증이 없는 관리자는 추가할 때까지 사용자의 권한만 가집니다.'],
        },
        conflict:
          '먼저 채팅의 설정 > 보안에서 내 계정에 2단계 인증을 추가하세요. 추가하지 않으면 콘솔을 사용할 수 없게 됩니다.',
      },
      INSTALLATION_NAME: {
        title: '서버 이름',
        hint: '모든 페이지와 이메일에 표시됩니다.',
        label: '이름',
        example: '최대 40자입니다.',
      },
      INSTALLATION_NOTICE: {
        title: '공지',
        hint: '모든 페이지 위쪽에 표시되는 한 줄입니다. 예: 점검 안내',
        label: '공지',
      },
      INSTALLATION_LOGO: {
        title: '로고',
        hint: 'Parley 로고 대신 표시할 이미지입니다. PNG, JPEG, GIF, WebP, 최대 64 KiB. 가로와 세로가 같고 144픽셀 이상인 PNG는 설치한 앱의 아이콘으로도 사용됩니다.',
        isPicture: true,
      },
      ACCENT_COLOR: {
        title: '색',
        hint: '버튼과 링크의 색입니다. 비워 두면 기본 색을 사용합니다.',
        label: '색',
        example: '예: #1f6f5c. 대비가 너무 낮은 색은 사용할 수 없습니다.',
        isColour: true,
      },
      TERMS_URL: {
        title: '이용 약관',
        hint: '가입 양식 옆에 링크로 표시됩니다.',
        label: '주소',
        example: '예: https://corp.example/terms',
      },
      PRIVACY_URL: {
        title: '개인정보 처리방침',
        hint: '가입 양식 옆에 링크로 표시됩니다.',
        label: '주소',
        example: '예: https://corp.example/privacy',
      },
      HELP_URL: {
        title: '도움말',
        hint: '사용자가 도움을 받을 수 있는 곳입니다.',
        label: '주소',
        example: '예: https://corp.example/help',
      },
    },
  },
)
