import { z } from 'zod'
import { workerService } from '../../../ai-workers/routes/worker-endpoints.js'
import { lineOf } from '../../../rest-facade/contract/lines.js'
import { services } from '../../../rest-facade/services.js'
import { apiLines, limits, type ApiLine } from '../../../src/limits.js'
import type { ListenerName } from '../../../src/config/ports.js'
import type { Endpoint } from '../../../src/http/openapi/endpoint.js'
import { listRequests } from './rest-recipes.js'

export interface RestRow {
  readonly listener: ListenerName
  readonly endpoint: Endpoint
  /** The newest line that has the row. */
  readonly line: ApiLine
}

const version = '0'

/** All rows of the route tables of all lines, each once. */
export function restRows(): readonly RestRow[] {
  const rows = new Map<string, RestRow>()
  for (const line of apiLines) {
    const settings = { line: lineOf(line), imageHosts: [], messageLimit: limits.messageLength }
    const add = (listener: ListenerName, endpoints: readonly Endpoint[]) => {
      for (const endpoint of endpoints) rows.set(`${listener} ${endpoint.about.id}`, { listener, endpoint, line })
    }
    add('app', services.application(version, settings).endpoints)
    add('chatlog', services.chatLog(version, settings).endpoints)
    add('admin', services.admin(version, { hasSignIn: false }).endpoints)
    for (const kind of ['office', 'character'] as const)
      add(kind, workerService(kind, { version, models: ['Local', 'hosted'] }).endpoints)
  }
  return [...rows.values()]
}

/** Rows that answer with a list, or with an object that contains one. */
export function restLists(): readonly RestRow[] {
  return restRows().filter(({ endpoint: { answers } }) => typeof answers !== 'string' && isList(answers))
}

function isList(shape: z.core.$ZodType): boolean {
  if (shape instanceof z.ZodArray) return true
  return shape instanceof z.ZodObject && Object.values(shape.shape).some((each) => each instanceof z.ZodArray)
}

/** One sentence for each list without a request. */
export function restFaults(lists: readonly RestRow[]): readonly string[] {
  return lists
    .filter(({ endpoint }) => listRequests[endpoint.about.id] === undefined)
    .map(({ endpoint: { about, method, paths } }) => {
      return `${method.toUpperCase()} ${paths[0]} (${about.id}) answers a list and has no request in test/abuse/attacks/rest-recipes.ts`
    })
}
