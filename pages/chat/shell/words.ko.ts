import type { en } from './words.en.js'

export const ko: typeof en = {
  skip: '본문으로 건너뛰기',
  openRooms: '대화 목록',
  characters: '캐릭터',
  toCharacters: '캐릭터 보기',
  signIn: '로그인',
  signUp: '회원 가입',
  signOut: '로그아웃',
  language: '언어',
  settings: '설정',
  console: '콘솔',
  account: '계정과 설정',
  dark: '어두운 화면',
  light: '밝은 화면',
  missing: '없는 페이지입니다',
}
