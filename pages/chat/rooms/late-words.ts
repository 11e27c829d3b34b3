import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    nameHint: 'Empty: a title is proposed from the first message.',
    defaultModel: (name: string) => `Default (${name})`,
    archiveHint: 'An archived chat returns to the list when you send a message in it.',
    instructions: 'Instructions',
    instructionsHint: 'The model reads them before every reply.',
  },
  {
    nameHint: '비워 두면 첫 메시지에서 제목을 제안합니다.',
    defaultModel: (name) => `기본값 (${name})`,
    archiveHint: '목록에서 치워 둔 대화입니다. 새 메시지를 보내면 목록으로 돌아옵니다.',
    instructions: '지시문',
    instructionsHint: '모델이 답할 때마다 먼저 읽습니다.',
  },
)
