import { ParleyError } from '@parley/client'

/** An error of the client as it is; any other one as a fault of the page, since the client rejects with its own class only. */
export const errorOf = (reason: unknown): ParleyError =>
  reason instanceof ParleyError ? reason : new ParleyError('PAGE_FAULT', String(reason))
