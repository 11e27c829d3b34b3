import { catalogue } from '../../../ui/text/catalogue.js'

const count = (tokens: number, language: string) => tokens.toLocaleString(language)

export const words = catalogue(
  {
    untitled: 'Unnamed character',
    savePrivately: 'Save as private',
    publish: 'Publish',
    saveAndTry: 'Save and try',
    tryIt: 'Try it',
    tryHint: '“Try it” saves the character as private.',
    further: 'More actions',
    cost: ({ tokens, permanent, isEstimate }: Cost) =>
      `${isEstimate ? 'About ' : ''}${count(permanent, 'en')} tokens in every prompt, ${count(tokens, 'en')} with greeting and examples.`,
    costHint: (isEstimate: boolean): string =>
      isEstimate
        ? 'Estimated from the length of the texts. Long conversations lose the greeting and the examples first.'
        : 'Counted by the loaded model. Long conversations lose the greeting and the examples first.',
    counting: 'Counting tokens…',
    test: 'Test conversation',
    testHint: 'About this test',
    testDetails:
      'It uses the saved texts. It does not appear in your list of chats or count as a chat with the character, and is deleted a day after its last message. Its replies count towards your usage.',
    again: 'Start again',
    closeTest: 'Close the test conversation',
    gone: 'The test conversation has ended.',
  },
  {
    untitled: '이름 없는 캐릭터',
    savePrivately: '비공개로 저장',
    publish: '공개하기',
    saveAndTry: '저장하고 시험하기',
    tryIt: '시험하기',
    tryHint: '시험하면 비공개로 저장됩니다.',
    further: '다른 작업',
    cost: ({ tokens, permanent, isEstimate }) =>
      `모든 프롬프트에 ${isEstimate ? '약 ' : ''}${count(permanent, 'ko')}토큰, 인사말과 대화 예시를 더하면 ${count(tokens, 'ko')}토큰입니다.`,
    costHint: (isEstimate) =>
      isEstimate
        ? '글의 길이로 추정한 값입니다. 대화가 길어지면 인사말과 대화 예시가 먼저 빠집니다.'
        : '불러온 모델이 센 값입니다. 대화가 길어지면 인사말과 대화 예시가 먼저 빠집니다.',
    counting: '토큰을 세는 중…',
    test: '시험 대화',
    testHint: '시험 대화 안내',
    testDetails:
      '저장한 내용으로 대화합니다. 채팅 목록에 나오지 않고 캐릭터의 채팅 수에 포함되지 않으며, 마지막 메시지 하루 뒤에 삭제됩니다. 답변은 사용량에 포함됩니다.',
    again: '다시 시작',
    closeTest: '시험 대화 닫기',
    gone: '시험 대화가 끝났습니다.',
  },
)

interface Cost {
  readonly tokens: number
  readonly permanent: number
  readonly isEstimate: boolean
}
