import type { Attachment, LogEntry, LogSource } from '@parley/chat-log-store'
import type { Language } from '../languages.js'

/** What the file of a room says beside its entries. */
export interface RoomHead {
  readonly title: string | null
  /** The name of the owner; null in a room without one. */
  readonly owner: string | null
  /** The name of the character; null in a room with the assistant. */
  readonly character: string | null
  /** What the character said first; null for a character without a greeting, and in a room that has not begun. */
  readonly greeting: string | null
  /** Epoch milliseconds. */
  readonly exportedAt: number
  /** The IANA time zone of all times. */
  readonly timeZone: string
  readonly language: Language
}

const words = {
  en: {
    conversation: 'Chat',
    guest: 'Guest',
    assistant: 'Assistant',
    picture: 'Picture',
    files: 'Files',
    sources: 'Sources',
    exported: (time: string, zone: string) => `Exported on ${time}. All times are in ${zone}.`,
  },
  ko: {
    conversation: '채팅',
    guest: '게스트',
    assistant: '어시스턴트',
    picture: '이미지',
    files: '파일',
    sources: '출처',
    exported: (time: string, zone: string) => `${time}에 내보냈습니다. 시각은 ${zone} 기준입니다.`,
  },
} as const satisfies Record<Language, object>

/** A file of Markdown with the shown message and reply of each entry. */
export class RoomMarkdown {
  readonly #time: Intl.DateTimeFormat

  constructor(private readonly head: RoomHead) {
    // year-month-day hour:minute
    this.#time = new Intl.DateTimeFormat('sv-SE', {
      timeZone: head.timeZone,
      dateStyle: 'short',
      timeStyle: 'short',
    })
  }

  begin(): string {
    const { title, character, greeting, exportedAt, timeZone, language } = this.head
    const { conversation, assistant, exported } = words[language]
    const said = greeting === null ? '' : `\n## ${inLine(character ?? assistant)}\n\n${quoted(greeting)}`
    return `# ${inLine(title ?? '') || conversation}\n\n${exported(this.#time.format(exportedAt), timeZone)}\n${said}`
  }

  entry({ inputData, outputData, imgUrl, sender, attachments = [], shown, createdAt }: LogEntry): string {
    const { owner, character, language } = this.head
    const { guest, assistant, picture } = words[language]
    const asked = `\n## ${inLine(sender?.persona?.name ?? owner ?? guest)}, ${this.#time.format(shown.origin?.askedAt ?? createdAt)}\n\n`
    const image = imgUrl === null ? '' : `![${picture}](<${addressOf(imgUrl)}>)\n\n`
    const model = shown.origin ? ` (${inLine(shown.origin.model)})` : ''
    const replied = `\n## ${inLine(character ?? assistant)}, ${this.#time.format(shown.createdAt)}${model}\n\n`
    return (
      asked +
      image +
      this.#filesOf(attachments) +
      quoted(inputData) +
      replied +
      quoted(outputData) +
      this.#sourcesOf(shown)
    )
  }

  #filesOf(attachments: readonly Attachment[]): string {
    if (attachments.length === 0) return ''
    const names = attachments.map(({ name }) => `- ${inLine(name)}\n`)
    return `${words[this.head.language].files}:\n\n${names.join('')}\n`
  }

  #sourcesOf({ sources = [] }: LogEntry['shown']): string {
    if (sources.length === 0) return ''
    const lines = sources.map((source) => `${String(source.number)}. ${named(source)}\n`)
    return `\n${words[this.head.language].sources}:\n\n${lines.join('')}`
  }
}

function named({ title, link, place }: LogSource): string {
  const name = link === null ? inLine(title) : `[${inLine(title)}](<${addressOf(link)}>)`
  return place === null ? name : `${name}, ${inLine(place)}`
}

/** A quotation ends with its last line, whatever it has: an open fence, a comment of HTML or a heading ends with it. */
function quoted(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => (line === '' ? '>' : `> ${line}`))
  return `${lines.join('\n')}\n`
}

/** A text of one line, which stands as it is. */
function inLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`)
}

function addressOf(url: string): string {
  return url.replaceAll(/[\s<>\\]/g, encodeURIComponent)
}
