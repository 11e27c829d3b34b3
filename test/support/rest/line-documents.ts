import { z } from 'zod'
import type { LineFactName } from '../../../rest-facade/contract/lines.js'
import type { Person } from '../app/person.js'

const schema = z.object({
  properties: z.record(z.string(), z.looseObject({})).default({}),
  required: z.array(z.string()).default([]),
})
const operation = z.looseObject({ responses: z.record(z.string(), z.looseObject({})) })
const documentRule = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), schema) }),
})

type Document = z.output<typeof documentRule>

/** The OpenAPI documents of two services of a running app. */
export interface ServedDocuments {
  readonly application: Document
  readonly chatLog: Document
}

export async function servedDocuments(application: Person, chatLog: Person): Promise<ServedDocuments> {
  const read = async (service: Person) => documentRule.parse((await service.rest('GET', '/openapi.json')).body)
  return { application: await read(application), chatLog: await read(chatLog) }
}

const bodyOf = (document: Document, operationName: string) => document.components.schemas[`${operationName}Body`]
const keyOf = (document: Document, operationName: string, key: string) =>
  bodyOf(document, operationName)?.properties[key]

/** Whether the documents of a line state the fact. */
export const documentedFacts: Readonly<Record<LineFactName, (documents: ServedDocuments) => boolean>> = {
  userList: ({ application: { paths } }) =>
    Object.keys(paths['/api/users'] ?? {})
      .toSorted()
      .join() === 'get,post',
  storeTables: ({ chatLog: { paths } }) => '/sqldb/tables' in paths && '/sqldb/users' in paths,
  logUserIdMinLength: ({ chatLog }) => keyOf(chatLog, 'LoadOfficeLog', 'user_id')?.['minLength'] === 6,
  shortOutputData: ({ chatLog, application }) =>
    keyOf(chatLog, 'SaveOfficeEntry', 'output_data')?.['maxLength'] === 500 &&
    keyOf(application, 'WriteChatRoomLog', 'output_data')?.['maxLength'] === 500,
  servedImages: ({ chatLog }) => 'description' in (keyOf(chatLog, 'UpdateChatbotEntry', 'img_url') ?? {}),
  optionalTerms: ({ application }) => !bodyOf(application, 'Register')?.required.includes('eulaAgreed'),
  userid: ({ application }) => keyOf(application, 'Register', 'userid') !== undefined,
  shortCharacterNames: ({ application }) => keyOf(application, 'CreateCharacter', 'name')?.['maxLength'] === 30,
  bareNewCharacter: ({ application: { paths } }) =>
    !JSON.stringify(paths['/api/characters']?.['post']?.responses['200']).includes('"errors"'),
}
