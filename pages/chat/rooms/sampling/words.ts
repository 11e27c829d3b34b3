import { catalogue } from '../../../ui/text/catalogue.js'

const signed = (value: number) => String(value).replace('-', '−')

export const words = catalogue(
  {
    style: 'Reply style',
    styles: {
      own: 'Model default',
      exact: 'More precise: nearly the same reply each time',
      varied: 'More varied: more surprising words',
      other: 'Custom',
    },
    numbers: 'Advanced',
    numbersHint: 'Leave a field empty to use the model default.',
    byModel: 'Model default',
    range: (min: number, max: number) => `${signed(min)} to ${signed(max)}`,
    fields: {
      temperature: 'Temperature',
      topP: 'Top P',
      maxTokens: 'Maximum reply tokens',
      frequencyPenalty: 'Frequency penalty',
      presencePenalty: 'Presence penalty',
    },
  },
  {
    style: '답변 방식',
    styles: {
      own: '모델 기본값',
      exact: '더 정확하게: 매번 거의 같은 답변',
      varied: '더 다양하게: 뜻밖의 표현이 많아짐',
      other: '직접 설정',
    },
    numbers: '고급',
    numbersHint: '비워 두면 모델 기본값을 사용합니다.',
    byModel: '모델 기본값',
    range: (min, max) => `${signed(min)}~${signed(max)}`,
    fields: {
      temperature: '온도',
      topP: 'Top P',
      maxTokens: '답변의 최대 토큰 수',
      frequencyPenalty: '빈도 페널티',
      presencePenalty: '출현 페널티',
    },
  },
)
