import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  { code: 'Code', copyCode: 'Copy the code', table: 'Table', done: 'Done:', open: 'Not done:' },
  { code: '코드', copyCode: '코드 복사', table: '표', done: '완료:', open: '미완료:' },
)
