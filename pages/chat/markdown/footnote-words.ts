import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    footnotes: 'Footnotes',
    backToText: (number: number) => `Back to footnote ${String(number)} in the text`,
  },
  {
    footnotes: '각주',
    backToText: (number: number) => `각주 ${String(number)}번 표시로 돌아가기`,
  },
)
