import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    exportRoom: 'Export chat',
    markdown: 'Easy to read or print: the messages and replies as you see them, with names and times.',
    json: 'For programs: every version of every reply, with its model, thoughts and times, and the settings of the chat.',
    cancel: 'Cancel',
  },
  {
    exportRoom: '채팅 내보내기',
    markdown: '읽거나 인쇄하기 좋습니다. 화면에 보이는 메시지와 답변을 이름, 시각과 함께 저장합니다.',
    json: '프로그램에서 쓰기 좋습니다. 모든 답변의 모든 버전을 모델, 생각 과정, 시각, 채팅 설정과 함께 저장합니다.',
    cancel: '취소',
  },
)
