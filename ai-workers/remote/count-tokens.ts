import type { Request, RequestHandler, Response } from 'express'
import { z } from 'zod'
import { faultsOfIssues, readJsonBody, refusals } from '@parley/edge'

export const tokensPath = '/internal/tokens'
const timeoutMs = 2_000
/** The texts of a character, with names in the place of macros. */
const bodyBytes = 4 * 1_048_576
const bodyShape = z.object({ texts: z.array(z.string()).max(20) })
const answerShape = z.object({ tokens: z.array(z.int().min(0)) })

/** The tokens of each text for the loaded model `Local`; undefined where no model counts them. */
export type CountTokens = (texts: readonly string[]) => readonly number[] | undefined

/** `POST /internal/tokens` of a worker; 404 where no model counts. */
export function tokensRoute(count: CountTokens): RequestHandler {
  return async (request: Request, response: Response) => {
    const { data, error } = bodyShape.safeParse(await readJsonBody(request, bodyBytes))
    if (error) throw refusals.invalid(faultsOfIssues(error.issues, (path) => ['body', ...path]))
    const tokens = count(data.texts)
    if (tokens) response.json({ tokens })
    else response.status(404).json({ detail: 'Not Found' })
  }
}

/** Counts at the worker at an address; undefined when it does not answer soon, or counts nothing. */
export async function countTokensAt(
  { url, serviceToken }: { readonly url: URL; readonly serviceToken: string | undefined },
  texts: readonly string[],
): Promise<readonly number[] | undefined> {
  try {
    const headers = serviceToken === undefined ? {} : { authorization: `Bearer ${serviceToken}` }
    const response = await fetch(new URL(tokensPath, url), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ texts }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) {
      await response.body?.cancel()
      return undefined
    }
    const { tokens } = answerShape.parse(await response.json())
    return tokens.length === texts.length ? tokens : undefined
  } catch {
    // an estimate has to do
    return undefined
  }
}
