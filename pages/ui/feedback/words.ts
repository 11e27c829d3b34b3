import { catalogue } from '../text/catalogue.js'

interface FeedbackWords {
  readonly cancel: string
  readonly close: string
  readonly tryAgain: string
  readonly loading: string
  readonly network: string
  readonly unavailable: string
  /** By the HTTP status of something between page and server. */
  readonly proxy: (status: number) => string
  readonly tooLargeForProxy: string
  readonly sessionEnded: string
  readonly forbidden: string
  readonly awaitingApproval: string
  readonly notFound: string
  readonly conflict: string
  readonly rateLimited: (wait: string) => string
  readonly limitReached: (max: string) => string
  /** By the name of the limit in the error. */
  readonly limits: Readonly<Record<string, ((max: string) => string) | undefined>>
  readonly limitEnds: (date: string) => string
  readonly outdated: string
  readonly refused: string
  readonly unexpected: string
  readonly pageFault: string
  readonly crashed: string
  readonly notLoaded: string
  readonly reload: string
  readonly copied: string
  readonly hide: string
}

export const words = catalogue<FeedbackWords>(
  {
    cancel: 'Cancel',
    close: 'Close',
    tryAgain: 'Try again',
    loading: 'Loading…',
    network: 'The server cannot be reached. Check the connection, then try again.',
    unavailable: 'The server cannot answer now. Try again in a while.',
    proxy: (status) =>
      `Something between this page and the server, such as a proxy, has answered with status ${status}. Try again in a while.`,
    tooLargeForProxy:
      'Something between this page and the server, such as a proxy, does not accept so much at once (status 413).',
    sessionEnded: 'The session has ended. Sign in again to continue.',
    forbidden: 'This account is not permitted to do that.',
    awaitingApproval: 'An administrator has to approve this account before it can be used.',
    notFound: 'It does not exist any more, or it is not yours.',
    conflict: 'It has changed in the meantime. Look at the new version, then try again.',
    rateLimited: (wait) => `Too many requests. Try again in ${wait}.`,
    limitReached: (max) => `The limit of ${max} is reached.`,
    limits: {
      messages: (max) => `The limit of ${max} messages a day is reached.`,
      tokens: (max) => `The limit of ${max} tokens a month is reached.`,
      concurrentGenerations: (max) =>
        max === '1'
          ? 'Only one reply can run at a time. Wait until it has ended.'
          : `Only ${max} replies can run at the same time. Wait until one of them has ended.`,
    },
    limitEnds: (date) => `The count starts again on ${date}.`,
    outdated: 'The server has a newer release than this page. Load the page again.',
    refused: 'The server does not accept this.',
    unexpected: 'Something went wrong on the server. Try again in a while',
    pageFault: 'Something went wrong in this page. Load the page again, then try again.',
    crashed: 'This part of the page does not work because of a fault in the page.',
    notLoaded: 'This part of the page could not be loaded. Check the connection, then try again.',
    reload: 'Load the page again',
    copied: 'Copied.',
    hide: 'Hide this',
  },
  {
    cancel: '취소',
    close: '닫기',
    tryAgain: '다시 시도',
    loading: '불러오는 중…',
    network: '서버에 연결할 수 없습니다. 연결을 확인한 뒤 다시 시도하세요.',
    unavailable: '지금은 서버가 응답할 수 없습니다. 잠시 후 다시 시도하세요.',
    proxy: (status) =>
      `서버가 아니라 프록시 같은 중간 장치가 상태 ${status}(으)로 응답했습니다. 잠시 후 다시 시도하세요.`,
    tooLargeForProxy: '프록시 같은 중간 장치가 이만큼 큰 요청을 받지 않습니다(상태 413).',
    sessionEnded: '세션이 끝났습니다. 계속하려면 다시 로그인하세요.',
    forbidden: '이 계정에는 권한이 없습니다.',
    awaitingApproval: '이 계정을 사용하려면 관리자의 승인이 필요합니다.',
    notFound: '더 이상 없거나 내 것이 아닙니다.',
    conflict: '그 사이에 바뀌었습니다. 새 내용을 확인한 뒤 다시 시도하세요.',
    rateLimited: (wait) => `요청이 너무 많습니다. ${wait} 뒤에 다시 시도하세요.`,
    limitReached: (max) => `한도 ${max}에 도달했습니다.`,
    limits: {
      messages: (max) => `하루 메시지 한도 ${max}개에 도달했습니다.`,
      tokens: (max) => `한 달 토큰 한도 ${max}개에 도달했습니다.`,
      concurrentGenerations: (max) => `답변은 동시에 ${max}개까지 만들 수 있습니다. 하나가 끝날 때까지 기다리세요.`,
    },
    limitEnds: (date) => `${date}에 초기화됩니다.`,
    outdated: '서버가 이 페이지보다 새 버전입니다. 페이지를 새로 고치세요.',
    refused: '서버가 받아들이지 않았습니다.',
    unexpected: '서버에 문제가 생겼습니다. 잠시 후 다시 시도하세요',
    pageFault: '이 페이지에 문제가 생겼습니다. 페이지를 새로 고친 뒤 다시 시도하세요.',
    crashed: '페이지 오류로 이 부분이 작동하지 않습니다.',
    notLoaded: '페이지의 이 부분을 불러오지 못했습니다. 연결을 확인한 뒤 다시 시도하세요.',
    reload: '페이지 새로 고침',
    copied: '복사했습니다.',
    hide: '숨기기',
  },
)
