import { catalogue } from '../../../ui/text/catalogue.js'
import { isolated } from '../../../ui/text/isolated.js'

export const words = catalogue(
  {
    preferences: 'Preferences',
    hint: 'Saved immediately, for every browser where you are signed in.',
    language: 'Language',
    colours: 'Theme',
    themes: { LIGHT: 'Light', DARK: 'Dark' },
    ofBrowser: 'Browser setting',
    timeZone: 'Time zone',
    timeZoneHint: 'Lets the assistant know your local date and time.',
    ofThisBrowser: (zone: string) => `Browser (${zone})`,
    newChats: 'New chats',
    newChatsHint: 'Defaults for new chats. Existing chats do not change.',
    instructions: 'Instructions',
    instructionsHint:
      'The model reads these before every reply. Say how it should answer, or what it should know about you.',
    model: 'Model',
    ofServer: (label: string) => `Server default (${label})`,
    notIncluded: (label: string) => `${label} – not included in your membership`,
    replaced: (chosen: string, answering: string) =>
      `${isolated(chosen)} is not available now. ${isolated(answering)} answers in new chats until it is available again.`,
    save: 'Save',
    saved: 'Saved.',
  },
  {
    preferences: '환경 설정',
    hint: '선택하면 바로 저장되고, 로그인한 모든 브라우저에 적용됩니다.',
    language: '언어',
    colours: '테마',
    themes: { LIGHT: '라이트', DARK: '다크' },
    ofBrowser: '브라우저 설정에 따름',
    timeZone: '시간대',
    timeZoneHint: '어시스턴트가 내 지역의 날짜와 시간을 알 수 있습니다.',
    ofThisBrowser: (zone) => `브라우저(${zone})`,
    newChats: '새 채팅',
    newChatsHint: '새 채팅의 기본값입니다. 기존 채팅은 바뀌지 않습니다.',
    instructions: '지침',
    instructionsHint: '모델이 답변하기 전에 매번 읽습니다. 원하는 답변 방식이나 나에 대해 알아야 할 내용을 적으세요.',
    model: '모델',
    ofServer: (label) => `서버 기본값(${label})`,
    notIncluded: (label) => `${label} – 멤버십에 포함되지 않음`,
    replaced: (chosen, answering) =>
      `지금은 ${isolated(chosen)} 모델을 사용할 수 없습니다. 다시 사용할 수 있을 때까지 새 채팅에서는 ${isolated(answering)} 모델이 답변합니다.`,
    save: '저장',
    saved: '저장했습니다.',
  },
)
