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
    source: 'Variables of the server:',
    test: 'Test',
    testOf: (name) => `Test: ${isolated(name)}`,
    running: 'Testing…',
    works: 'The test found no problem: people should be able to sign in.',
    isFaulty: 'The test found a problem: people cannot sign in with this service.',
    redirect: 'Redirect address to register with the service:',
    kinds: {
      UNREACHABLE: 'The service does not answer.',
      NO_METADATA: 'The address of the service is wrong: it has no description of a sign-in service there.',
      ISSUER_MISMATCH: 'The service uses another address for itself than the one that is set.',
      NO_KEYS: 'The keys of the service cannot be read, so that its answers cannot be checked.',
      CLIENT_REFUSED: 'The service does not accept the client id or the secret of this server.',
      REDIRECT_REFUSED: 'The redirect address is not registered with the service.',
      NO_EMAIL_SCOPE: 'The service is not asked for e-mail addresses, so new accounts have none.',
      CLOCK_OFF: 'The clocks of the service and of this server differ by more than a minute.',
    },
  },
  {
    title: '다른 서비스로 로그인',
    hint: '로그인에 필요한 것을 각 서비스에 물어봅니다. 아무도 로그인하지 않습니다.',
    fixed: '운영자가 고정함',
    source: '서버의 변수로 정한 서비스입니다:',
    test: '시험',
    testOf: (name) => `시험: ${isolated(name)}`,
    running: '시험하는 중…',
    works: '시험할 수 있는 것은 모두 맞습니다. 로그인할 수 있을 것입니다.',
    isFaulty: '이 서비스로는 로그인할 수 없습니다.',
    redirect: '서비스에 등록할 리디렉션 주소:',
    kinds: {
      UNREACHABLE: '서비스가 응답하지 않습니다.',
      NO_METADATA: '서비스의 주소가 맞지 않습니다. 그 주소에 로그인 서비스의 설명이 없습니다.',
      ISSUER_MISMATCH: '서비스가 설정된 주소와 다른 주소를 자기 주소라고 합니다.',
      NO_KEYS: '서비스의 키를 읽을 수 없어 답을 확인할 수 없습니다.',
      CLIENT_REFUSED: '서비스가 이 서버의 클라이언트 ID나 비밀 키를 받아들이지 않습니다.',
      REDIRECT_REFUSED: '서비스가 사람을 돌려보낼 주소를 모릅니다.',
      NO_EMAIL_SCOPE: '서비스에 이메일 주소를 요청하지 않아 계정에 주소가 없게 됩니다.',
      CLOCK_OFF: '서비스와 이 서버의 시계가 1분 넘게 다릅니다.',
    },
  },
)
