import type { en } from './words.en.js'

export const ko: typeof en = {
  notice: '공지',
  closeNotice: '공지 닫기',
  operatorPages: '운영자 페이지',
  help: '도움말',
  terms: '이용 약관',
  privacy: '개인정보 처리방침',
}
