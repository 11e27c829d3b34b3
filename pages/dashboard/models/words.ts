import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    title: 'Models',
    hint: 'The models that people can choose. Administrators can use all of them.',
    fixed:
      'Fixed by the operator: models are set by variables and files of the server, so they cannot be changed here.',
    ready: 'Ready',
    notReady: 'Cannot reply now',
    demonstration: 'Small model for a first look',
    defaultFor: (kind: string) => `Default: ${kind}`,
    users: 'Who can use it',
    onlyAdministrators: 'Administrators only',
    abilities: 'Beside text',
    can: { vision: 'pictures', tools: 'tools', thoughts: 'thoughts before a reply' },
    onlyText: 'Text only',
    context: 'Longest conversation',
    tokens: (count: string) => `${count} tokens`,
    unknown: 'Unknown until it replies',
  },
  {
    title: '모델',
    hint: '사람들이 고를 수 있는 모델입니다. 관리자는 모두 쓸 수 있습니다.',
    fixed: '운영자가 고정함: 모델은 서버의 변수와 파일로 정하므로 여기에서 바꿀 수 없습니다.',
    ready: '준비됨',
    notReady: '지금은 답변할 수 없음',
    demonstration: '처음 써 보는 작은 모델',
    defaultFor: (kind) => `기본: ${kind}`,
    users: '쓸 수 있는 사람',
    onlyAdministrators: '관리자만',
    abilities: '글 말고도',
    can: { vision: '그림', tools: '도구', thoughts: '답변 전의 생각' },
    onlyText: '글만',
    context: '가장 긴 대화',
    tokens: (count) => `토큰 ${count}개`,
    unknown: '답변하기 전에는 알 수 없음',
  },
)
