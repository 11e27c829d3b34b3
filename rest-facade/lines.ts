import { apiLines, limits } from '../schema/limits.js'
import type { ApiLine } from '../schema/limits.js'

/** One thing that is not the same in all lines: `here` from line `from` to line `to`, `elsewhere` in the others. */
export interface LineFact {
  readonly part: 'endpoints' | 'requests' | 'answers'
  readonly subject: string
  readonly from: ApiLine
  readonly to: ApiLine
  readonly here: string
  readonly elsewhere: string
}

/** What the lines of document 000 differ in (decisions 6). Rows ask it of their line, and docs/lines.md is emitted from it. */
export const lineFacts = {
  userList: {
    part: 'endpoints',
    subject: '`GET /api/users` and `POST /api/users` of the application service',
    from: '0.1',
    to: '0.1',
    here: 'for administrators; as `register`',
    elsewhere: '404',
  },
  storeTables: {
    part: 'endpoints',
    subject: '`GET /sqldb/tables` and `GET /sqldb/users` of the chat-log service',
    from: '0.4',
    to: '0.4',
    here: 'with the service token, or for administrators',
    elsewhere: '404',
  },
  longLogUserIds: {
    part: 'requests',
    subject: '`user_id` of the chat-log service',
    from: '0.1',
    to: '0.2',
    here: `${limits.earlyLogUserIdMinLength} to ${limits.logUserIdLength} characters`,
    elsewhere: `1 to ${limits.logUserIdLength} characters`,
  },
  shortOutputData: {
    part: 'requests',
    subject: '`output_data` of an entry',
    from: '0.1',
    to: '0.3',
    here: `1 to ${limits.earlyOutputDataLength} characters`,
    elsewhere: 'at least 1 character',
  },
  servedImages: {
    part: 'requests',
    subject: '`img_url` of `save_log` and `update_log`',
    from: '0.1',
    to: '0.4',
    here: 'answers a HEAD request with 200',
    elsewhere: 'is not asked',
  },
  optionalTerms: {
    part: 'requests',
    subject: '`eulaAgreed` and `privacyAgreed` of `register`',
    from: '0.1',
    to: '0.3',
    here: 'both or neither',
    elsewhere: 'needed',
  },
  userid: {
    part: 'requests',
    subject: '`userid` of `register`',
    from: '0.3',
    to: '0.3',
    here: `1 to ${limits.handleLength} characters, optional`,
    elsewhere: 'ignored',
  },
  shortCharacterNames: {
    part: 'requests',
    subject: 'the name of a character',
    from: '0.3',
    to: '0.3',
    here: `1 to ${limits.earlyCharacterNameLength} characters`,
    elsewhere: `1 to ${limits.characterNameLength} characters`,
  },
  bareNewCharacter: {
    part: 'answers',
    subject: '`POST /api/characters`',
    from: '0.1',
    to: '0.4',
    here: 'the character',
    elsewhere: '`status`, `message`, `data`, `errors`',
  },
} as const satisfies Readonly<Record<string, LineFact>>

export type LineFactName = keyof typeof lineFacts

/** One line of document 000, as rows and the composition are given it. */
export interface Line {
  readonly name: ApiLine
  has(fact: LineFactName): boolean
}

export function lineOf(name: ApiLine): Line {
  return { name, has: (fact) => holdsIn(lineFacts[fact], name) }
}

export function holdsIn({ from, to }: Pick<LineFact, 'from' | 'to'>, line: ApiLine): boolean {
  const at = apiLines.indexOf(line)
  return apiLines.indexOf(from) <= at && at <= apiLines.indexOf(to)
}
