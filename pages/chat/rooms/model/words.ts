import { catalogue } from '../../../ui/text/catalogue.js'
import { isolated } from '../../../ui/text/isolated.js'

export const words = catalogue(
  {
    title: 'Model for this chat',
    thoughts: 'Thinks first',
    vision: 'Sees pictures',
    webSearch: 'Searches the web',
    context: (tokens: string) => `${tokens} context`,
    isDefault: 'Default',
    notIncluded: 'Not included in your membership',
    unavailable: 'Unavailable',
    demonstration: 'Small: it finds names, facts and dates in the chat',
    replaced: (chosen: string, answering: string) =>
      `${isolated(chosen)} is no longer available in this chat. ${isolated(answering)} answers instead.`,
    chosen: (label: string) => `${isolated(label)} answers from now on.`,
  },
  {
    title: '이 채팅의 모델',
    thoughts: '먼저 생각함',
    vision: '이미지 인식',
    webSearch: '웹 검색',
    context: (tokens) => `컨텍스트 ${tokens}`,
    isDefault: '기본',
    notIncluded: '멤버십에 포함되지 않음',
    unavailable: '지금 사용할 수 없음',
    demonstration: '작은 모델: 채팅에 나온 이름, 사실, 날짜를 찾아 답합니다',
    replaced: (chosen, answering) =>
      `이 채팅에서 ${isolated(chosen)} 모델을 더 이상 사용할 수 없어 ${isolated(answering)} 모델이 대신 답변합니다.`,
    chosen: (label) => `이제 ${isolated(label)} 모델이 답변합니다.`,
  },
)
