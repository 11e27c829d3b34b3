/** The languages of the pages and the mails. */
export const languages = ['en', 'ko'] as const

export type Language = (typeof languages)[number]

/** The language that an `Accept-Language` prefers; English where it prefers no other of ours. */
export function preferredLanguage(header: string | undefined): Language {
  const ranges = (header ?? '').split(',', 100).map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    return { language: tag.split('-', 1)[0], quality: quality === undefined ? 1 : Number(quality.slice(2)) }
  })
  const qualityOf = (language: Language) => ranges.find((range) => range.language === language)?.quality
  const korean = qualityOf('ko') ?? 0
  const english = qualityOf('en') ?? ranges.find((range) => range.language === '*')?.quality ?? 0
  if (korean !== english) return korean > english ? 'ko' : 'en'
  return korean > 0 && ranges.findIndex(({ language }) => language === 'ko') < englishPosition(ranges) ? 'ko' : 'en'
}

function englishPosition(ranges: readonly { readonly language: string | undefined }[]): number {
  const position = ranges.findIndex(({ language }) => language === 'en')
  return position < 0 ? ranges.length : position
}
