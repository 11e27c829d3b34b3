import { z } from 'zod'

/** A request with the answer of the released server: the answer of every later server must contain it. */
const read = z.object({
  listener: z.enum(['app', 'chatlog']),
  /** The account whose token is sent; null sends none. */
  as: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  sent: z.unknown(),
  body: z.unknown(),
})

/** The contents of a kept data folder, stored beside its files as `manifest.json`. */
export const manifestSchema = z.object({
  version: z.string(),
  note: z.string(),
  /** Epoch milliseconds of the kill: tokens and sessions are read at this time, not at the time of the test. */
  killedAt: z.number(),
  /** Settings on which the answers depend. */
  env: z.record(z.string(), z.string()),
  people: z.array(
    z.object({
      name: z.string(),
      id: z.string(),
      email: z.string(),
      password: z.string(),
      token: z.string(),
      refreshToken: z.string(),
    }),
  ),
  apiKey: z.string(),
  /** Credentials that must stay refused. */
  ended: z.object({ tokens: z.array(z.string()), emails: z.array(z.string()) }),
  reads: z.array(read),
  images: z.array(z.object({ path: z.string(), type: z.string(), sha256: z.string() })),
  /** The image file of an account that was deleted while the file store failed: its purge is pending. */
  unpurged: z.object({ file: z.string(), path: z.string() }),
  /** Replies that were active when the server was killed. */
  active: z.array(
    z.object({
      id: z.string(),
      by: z.string(),
      roomId: z.string(),
      message: z.string(),
      status: z.enum(['QUEUED', 'RUNNING']),
      /** The saved part of the text. */
      text: z.string(),
      attempt: z.number(),
    }),
  ),
})

export type Manifest = z.infer<typeof manifestSchema>
export type Read = Manifest['reads'][number]
export type ActiveReply = Manifest['active'][number]
