import { catalogue } from '../../ui/text/catalogue.js'
import { isolated } from '../../ui/text/isolated.js'

interface ProviderWords {
  readonly title: string
  readonly hint: string
  readonly fixed: string
  readonly source: string
  readonly test: string
  readonly testOf: (name: string) => string
  readonly running: string
  readonly works: string
  readonly isFaulty: string
  readonly redirect: string
  /** By the kind of a finding. The server says of one without words what is wrong. */
  readonly kinds: Readonly<Record<string, string | undefined>>
}

export const words = catalogue<ProviderWords>(
  {
    title: 'Sign-in with other services',
    hint: 'The test checks the connection to the service and its settings. Nothing is changed.',
    fixed: 'Fixed by the operator',
    source: 'Server variables:',
    test: 'Test',
    testOf: (name) => `Test: ${isolated(name)}`,
    running: 'Testing…',
    works: 'No problems found: people should be able to sign in.',
    isFaulty: 'Problem found: people cannot sign in with this service.',
    redirect: 'Redirect address to register with the service:',
    kinds: {
      UNREACHABLE: 'The service does not respond.',
      NO_METADATA: 'The address of the service is wrong: there is no sign-in service at it.',
      ISSUER_MISMATCH: 'The service reports a different address than the one set here.',
      NO_KEYS: 'The keys of the service cannot be read, so its answers cannot be checked.',
      CLIENT_REFUSED: 'The service does not accept the client ID or the secret of this server.',
      REDIRECT_REFUSED: 'The redirect address is not registered with the service.',
      NO_EMAIL_SCOPE: 'The service is not asked for email addresses, so new accounts have none.',
      CLOCK_OFF: 'The clocks of the service and of this server differ by more than a minute.',
    },
  },
  {
    title: '다른 서비스로 로그인',
    hint: '서비스와의 연결과 설정을 테스트합니다. 아무것도 변경하지 않습니다.',
    fixed: '운영자가 고정함',
    source: '서버 변수:',
    test: '테스트',
    testOf: (name) => `테스트: ${isolated(name)}`,
    running: '테스트하는 중…',
    works: '문제가 없습니다. 이 서비스로 로그인할 수 있습니다.',
    isFaulty: '문제가 있습니다. 이 서비스로 로그인할 수 없습니다.',
    redirect: '서비스에 등록할 리디렉션 주소:',
    kinds: {
      UNREACHABLE: '서비스가 응답하지 않습니다.',
      NO_METADATA: '서비스 주소가 잘못되었습니다. 그 주소에서 로그인 서비스를 찾을 수 없습니다.',
      ISSUER_MISMATCH: '서비스가 여기에 설정된 것과 다른 주소를 사용합니다.',
      NO_KEYS: '서비스의 키를 읽을 수 없어 응답을 확인할 수 없습니다.',
      CLIENT_REFUSED: '서비스가 이 서버의 클라이언트 ID나 비밀 키를 거부합니다.',
      REDIRECT_REFUSED: '리디렉션 주소가 서비스에 등록되어 있지 않습니다.',
      NO_EMAIL_SCOPE: '서비스에 이메일 주소를 요청하지 않으므로 새 계정에 주소가 없습니다.',
      CLOCK_OFF: '서비스와 이 서버의 시계가 1분 넘게 다릅니다.',
    },
  },
)
