import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    nameHint: 'Leave empty to get a title from the first message.',
    defaultModel: (name: string) => `Default (${name})`,
    archiveHint: 'An archived chat returns to the list when you send a message in it.',
    renameKeys: 'Enter to save, Esc to cancel',
    instructions: 'Instructions',
    instructionsHint: 'The model reads these before every reply.',
  },
  {
    nameHint: '비워 두면 첫 메시지를 바탕으로 제목을 제안합니다.',
    defaultModel: (name) => `기본값(${name})`,
    archiveHint: '보관한 채팅은 메시지를 보내면 목록으로 돌아옵니다.',
    renameKeys: 'Enter 저장, Esc 취소',
    instructions: '지침',
    instructionsHint: '모델이 답변하기 전에 매번 읽습니다.',
  },
)
