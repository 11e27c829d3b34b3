import type { en } from './words.en.js'

export const ko: typeof en = {
  network: (name) => `${name} 계정으로 로그인`,
  providerAway: '지금은 이 서비스가 응답하지 않습니다.',
  onlyProviders: '이 서버는 다른 서비스의 계정으로 로그인합니다.',
  refused: '로그인이 확인되지 않았거나 다른 탭에서 시작되었습니다. 다시 시작하세요.',
  allAway: '지금은 연결되는 서비스가 없습니다. 나중에 다시 시도하거나 서버 운영자에게 문의하세요.',
}
