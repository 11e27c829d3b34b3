import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue({ code: 'Code', copyCode: 'Copy the code' }, { code: '코드', copyCode: '코드 복사' })
