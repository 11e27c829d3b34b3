import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    picture: (number: number, count: number) => `Picture ${number} of ${count}`,
    previous: 'Previous picture',
    next: 'Next picture',
    open: 'Open original',
    download: 'Download',
    close: 'Close',
  },
  {
    picture: (number, count) => `이미지 ${count}개 중 ${number}번째`,
    previous: '이전 이미지',
    next: '다음 이미지',
    open: '원본 열기',
    download: '다운로드',
    close: '닫기',
  },
)
