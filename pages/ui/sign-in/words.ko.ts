import type { en } from './words.en.js'

export const ko: typeof en = {
  network: (name) => `${name} 계정으로 로그인`,
  refused: '로그인이 확인되지 않았거나 다른 탭에서 시작되었습니다. 처음부터 다시 시도하세요.',
}
