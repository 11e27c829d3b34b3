import { catalogue } from '../../../ui/text/catalogue.js'

export const words = catalogue(
  {
    details: 'Details of this reply',
    unknown: 'There are no details for this reply. It is too old, or it has been edited.',
    tokens: (prompt: string, reply: string) => `The model read ${prompt} tokens and wrote ${reply}.`,
    kept: (kept: string, dropped: string | false) =>
      `Earlier messages it read: ${kept}.${dropped ? ` Oldest messages that did not fit: ${dropped}.` : ''}`,
    otherLorebook: 'Lorebook of another account',
    deleted: 'Deleted entry',
    used: (count: string) => `Entries in the prompt: ${count}`,
  },
  {
    details: '이 답변의 세부 정보',
    unknown: '이 답변의 세부 정보가 없습니다. 오래되었거나 편집된 답변입니다.',
    tokens: (prompt, reply) => `모델이 토큰 ${prompt}개를 읽고 ${reply}개를 썼습니다.`,
    kept: (kept, dropped) =>
      `함께 읽은 이전 메시지: ${kept}개.${dropped ? ` 가장 오래된 ${dropped}개는 자리가 없어 빠졌습니다.` : ''}`,
    otherLorebook: '다른 계정의 로어북',
    deleted: '삭제된 항목',
    used: (count) => `프롬프트에 들어간 항목: ${count}개`,
  },
)
