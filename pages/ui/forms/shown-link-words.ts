import { catalogue } from '../text/catalogue.js'

export const words = catalogue({ link: 'Link', copyLink: 'Copy link' }, { link: '링크', copyLink: '링크 복사' })
