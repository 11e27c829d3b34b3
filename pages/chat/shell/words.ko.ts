import type { en } from './words.en.js'

export const ko: typeof en = {
  skip: '본문으로 건너뛰기',
  openRooms: '채팅',
  characters: '캐릭터',
  signIn: '로그인',
  signUp: '회원 가입',
  signOut: '로그아웃',
  language: '언어',
  settings: '설정',
  console: '콘솔',
  shortcuts: '키보드 단축키',
  account: '계정 및 설정',
  dark: '다크 모드',
  light: '라이트 모드',
  themeUnsaved: '바꾼 화면 모드를 계정에 저장하지 못했습니다.',
}
