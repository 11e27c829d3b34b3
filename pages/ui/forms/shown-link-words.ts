import { catalogue } from '../text/catalogue.js'

export const words = catalogue(
  { link: 'Link', copyLink: 'Copy link', copied: 'Copied' },
  { link: '링크', copyLink: '링크 복사', copied: '복사됨' },
)
