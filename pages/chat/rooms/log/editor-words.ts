import { catalogue } from '../../../ui/text/catalogue.js'

export const words = catalogue(
  {
    cancel: 'Cancel',
    keepsReply: 'The earlier message and its reply are kept; switch between them with the arrows.',
    entryConflict: 'It was changed in the meantime. Copy what you have written, cancel, and check the new version.',
    discard: 'Discard',
    discardTitle: 'Discard your changes?',
    discardLoss: 'Your changes will be lost.',
    keepWriting: 'Keep writing',
  },
  {
    cancel: '취소',
    keepsReply: '이전 메시지와 답변은 그대로 남습니다. 화살표로 바꿔 볼 수 있습니다.',
    entryConflict: '그 사이에 내용이 바뀌었습니다. 작성한 내용을 복사하고 취소한 뒤 새 내용을 확인하세요.',
    discard: '버리기',
    discardTitle: '변경한 내용을 버릴까요?',
    discardLoss: '변경한 내용이 사라집니다.',
    keepWriting: '계속 작성',
  },
)
