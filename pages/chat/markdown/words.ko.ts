import type { en } from './words.en.js'

export const ko: typeof en = {
  code: '코드',
  copyCode: '코드 복사',
  table: '표',
  done: '완료:',
  open: '미완료:',
  footnote: (number: number) => `각주 ${String(number)}`,
}
