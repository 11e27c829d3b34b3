import type { Request } from 'express'
import { z } from 'zod'
import { faultsOfIssues, lenient, readJsonBody, refusals } from '@parley/edge'
import { unverifiedCaller } from '@parley/queue'
import { limits } from '../../src/limits.js'
import { text, uuid } from '../../src/text-rules.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import type { Kind } from '../../src/kinds.js'

/** Converts a documented body to a request of the ReplyGenerator port. */
type ReplyRequest = Pick<ReplyJob, 'message' | 'character' | 'searchAccess' | 'timeZone' | 'caller' | 'reusableBy'> & {
  /** The chat-log room whose entries are the history; both or none of the pair is given. */
  readonly room?: { readonly userId: string; readonly id: string } | undefined
}

const room = {
  input_data: text(1, limits.inputDataLength),
  db_id: lenient.optional(uuid),
  user_id: lenient.optional(z.string()),
}

const timeZone = z
  .unknown()
  .optional()
  // clients of earlier releases may send anything under this name, which was not read
  .transform((value) => (typeof value === 'string' ? value : undefined))
  .describe('The IANA time zone of the date and the time in the prompt; one that is unknown is ignored.')

const officeBody = z
  .object({ ...room, search_access: lenient.optional(lenient.boolean), time_zone: timeZone })
  .transform(({ search_access: searchAccess = false, time_zone, ...body }): ReplyRequest => {
    return { ...common(body), searchAccess, timeZone: time_zone }
  })

const characterBody = z
  .object({ ...room, character_name: text(1), greeting: text(0), context: text(0) })
  .transform(({ character_name: name, greeting, context, ...body }): ReplyRequest => {
    return { ...common(body), searchAccess: false, character: { name, greeting, context } }
  })

/** The documented office and character request (contract: ai-workers.2, ai-workers.3). */
export const replyBodies: Readonly<Record<Kind, z.ZodType<ReplyRequest>>> = {
  office: officeBody,
  character: characterBody,
}

/** @throws HttpError 422 with every fault of the body, and what readJsonBody throws. */
export function readReplyRequest(kind: Kind, request: Request): Promise<ReplyRequest> {
  return readBody(replyBodies[kind], request)
}

/** Reads any body by its rule, with the same faults. */
export async function readBody<T>(rule: z.ZodType<T>, request: Request): Promise<T> {
  const parsed = rule.safeParse(await readJsonBody(request), { reportInput: true })
  if (!parsed.success) throw refusals.invalid(faultsOfIssues(parsed.error.issues, (path) => ['body', ...path]))
  return parsed.data
}

interface CommonBody {
  readonly input_data: string
  readonly db_id: string | undefined
  readonly user_id: string | undefined
}

function common({ input_data: message, db_id: id, user_id: userId }: CommonBody) {
  const room = id === undefined || userId === undefined ? undefined : { id, userId }
  const caller = userId === undefined ? undefined : unverifiedCaller(userId)
  // every client may name this user id: only the UUID of a room shows that a conversation is its own
  return { message, caller, reusableBy: room ? `room:${room.userId}:${room.id}` : null, room }
}
