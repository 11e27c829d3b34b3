import { apiLines, limits, type ApiLine } from '../../src/limits.js'

/** A difference between lines: `here` applies from line `from` to line `to`, `elsewhere` to the others. */
export interface LineFact {
  readonly part: 'endpoints' | 'requests' | 'answers'
  readonly subject: string
  readonly from: ApiLine
  readonly to: ApiLine
  readonly here: string
  readonly elsewhere: string
}

/** The differences between release lines; docs/reference/lines.md is emitted from them. */
export const lineFacts = {
  userList: {
    part: 'endpoints',
    subject: '`GET /api/users` for administrators, `POST /api/users` as `register`',
    from: '0.1',
    to: '0.1',
    here: 'yes',
    elsewhere: '404',
  },
  storeTables: {
    part: 'endpoints',
    subject: '`GET /sqldb/tables`, `GET /sqldb/users` on port 8000, for administrators and the service token',
    from: '0.4',
    to: '0.4',
    here: 'yes',
    elsewhere: '404',
  },
  logUserIdMinLength: {
    part: 'requests',
    subject: '`user_id` of the chat-log service, characters',
    from: '0.1',
    to: '0.2',
    here: `${limits.earlyLogUserIdMinLength} to ${limits.logUserIdLength}`,
    elsewhere: `1 to ${limits.logUserIdLength}`,
  },
  shortOutputData: {
    part: 'requests',
    subject: '`output_data` of an entry, characters',
    from: '0.1',
    to: '0.3',
    here: `1 to ${limits.earlyOutputDataLength}`,
    elsewhere: '1 or more',
  },
  servedImages: {
    part: 'requests',
    subject: '`img_url` of an entry in a chatbot room must answer a HEAD request with 200',
    from: '0.1',
    to: '0.4',
    here: 'yes',
    elsewhere: 'no',
  },
  optionalTerms: {
    part: 'requests',
    subject: '`eulaAgreed` and `privacyAgreed` of `register`',
    from: '0.1',
    to: '0.3',
    here: 'both or neither',
    elsewhere: 'both',
  },
  userid: {
    part: 'requests',
    subject: '`userid` of `register`, characters',
    from: '0.3',
    to: '0.3',
    here: `1 to ${limits.handleLength}, optional`,
    elsewhere: 'ignored',
  },
  shortCharacterNames: {
    part: 'requests',
    subject: 'name of a character, characters',
    from: '0.3',
    to: '0.3',
    here: `1 to ${limits.earlyCharacterNameLength}`,
    elsewhere: `1 to ${limits.characterNameLength}`,
  },
  bareNewCharacter: {
    part: 'answers',
    subject: 'the character that `POST /api/characters` answers',
    from: '0.1',
    to: '0.4',
    here: 'bare',
    elsewhere: 'wrapped',
  },
} as const satisfies Readonly<Record<string, LineFact>>

export type LineFactName = keyof typeof lineFacts

/** One release line, as passed to rows and to the composition. */
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
