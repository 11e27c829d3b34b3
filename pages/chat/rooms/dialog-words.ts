import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    nameHint: 'Empty: a title is proposed from the first message.',
    instructions: 'Instructions',
    instructionsHint: 'The model reads them before every reply.',
  },
  {
    nameHint: '비워 두면 첫 메시지에서 제목을 제안합니다.',
    instructions: '지시문',
    instructionsHint: '모델이 답할 때마다 먼저 읽습니다.',
  },
)
