import { createSecretKey } from 'node:crypto'
import jsonwebtoken from 'jsonwebtoken'
import { z } from 'zod'

const claimsSchema = z.object({ sub: z.string(), ver: z.number() })

export interface Claims {
  readonly userId: number
  readonly sessionVersion: number
}

/** Reads the token of an `Authorization` header; undefined without one. Throws for an invalid token. */
export function tokenReader(secret: string): (authorization: string | undefined) => Claims | undefined {
  const key = createSecretKey(Buffer.from(secret))
  return (authorization) => {
    if (authorization === undefined) return undefined
    const token = authorization.replace(/^Bearer /, '')
    const { sub, ver } = claimsSchema.parse(jsonwebtoken.verify(token, key, { algorithms: ['HS512'] }))
    return { userId: Number(sub), sessionVersion: ver }
  }
}
