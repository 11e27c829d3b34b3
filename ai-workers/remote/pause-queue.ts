import type { Request, RequestHandler, Response } from 'express'
import { z } from 'zod'
import { faultsOfIssues, readJsonBody, refusals } from '@parley/edge'
import { AppError } from '@parley/runtime'

export const queuePath = '/internal/queue'
const timeoutMs = 3_000
const bodyShape = z.object({ paused: z.boolean() })

/** A worker, or the shared queue of a kind, whose queue can be paused. */
export interface PausableQueue {
  /** No further job starts while it is paused. */
  setPaused(paused: boolean): void | Promise<void>
}

/** `PUT /internal/queue` of a worker. */
export function pauseRoute(queue: PausableQueue): RequestHandler {
  return async (request: Request, response: Response) => {
    const { data, error } = bodyShape.safeParse(await readJsonBody(request))
    if (error) throw refusals.invalid(faultsOfIssues(error.issues, (path) => ['body', ...path]))
    await queue.setPaused(data.paused)
    response.json(data)
  }
}

/** Pauses or resumes the worker at an address. Throws UNAVAILABLE when it does not answer or refuses. */
export async function pauseQueueAt(
  { url, serviceToken }: { readonly url: URL; readonly serviceToken: string | undefined },
  paused: boolean,
): Promise<void> {
  const headers = serviceToken === undefined ? {} : { authorization: `Bearer ${serviceToken}` }
  const response = await fetch(new URL(queuePath, url), {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ paused }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new AppError('UNAVAILABLE', { part: 'model', message: `The worker at ${url.host} does not answer`, cause })
  })
  if (response.ok) return
  const message = `The worker at ${url.host} answered ${String(response.status)}`
  throw new AppError('UNAVAILABLE', { part: 'model', message })
}
