import type { FeedbackWords } from './words.js'

export const ko: FeedbackWords = {
  cancel: '취소',
  close: '닫기',
  loading: '불러오는 중…',
  errors: {
    NETWORK: '서버에 연결할 수 없습니다. 연결을 확인한 뒤 다시 시도하세요.',
    UNAVAILABLE: '지금은 서버를 사용할 수 없습니다. 잠시 후 다시 시도하세요.',
    UNAUTHENTICATED: '세션이 만료되었습니다. 계속하려면 다시 로그인하세요.',
    FORBIDDEN: '이 계정에는 권한이 없습니다.',
    AWAITING_APPROVAL: '이 계정을 사용하려면 관리자의 승인이 필요합니다.',
    NOT_FOUND: '삭제되었거나 내 것이 아닙니다.',
    CONFLICT: '그 사이에 내용이 바뀌었습니다. 새 내용을 확인한 뒤 다시 시도하세요.',
    DOCUMENT_NOT_TRUSTED: '서버가 업데이트되었습니다. 페이지를 새로 고치세요.',
    PAGE_FAULT: '페이지에 문제가 발생했습니다. 새로 고친 뒤 다시 시도하세요.',
  },
  proxy: (status) =>
    `이 페이지와 서버 사이의 프록시 같은 중간 장치가 응답했습니다(상태 코드 ${status}). 잠시 후 다시 시도하세요.`,
  tooLargeForProxy: '이 페이지와 서버 사이의 프록시 같은 중간 장치가 이렇게 큰 요청을 받지 않습니다(상태 코드 413).',
  rateLimited: (wait) => `요청이 너무 많습니다. ${wait} 후에 다시 시도하세요.`,
  limitReached: (max) => `한도 ${max}에 도달했습니다.`,
  limits: {
    messages: (max) => `하루 메시지 한도 ${max}개에 도달했습니다.`,
    tokens: (max) => `한 달 토큰 한도 ${max}개에 도달했습니다.`,
    concurrentGenerations: (max) => `답변은 동시에 ${max}개까지 받을 수 있습니다. 하나가 끝날 때까지 기다리세요.`,
  },
  limitEnds: (date) => `${date}에 초기화됩니다.`,
  refused: '서버에서 요청을 거부했습니다.',
  unexpected: '서버에 문제가 발생했습니다. 잠시 후 다시 시도하세요',
  crashed: '페이지의 이 부분에 문제가 발생했습니다.',
  copied: '복사했습니다.',
  hide: '숨기기',
}
