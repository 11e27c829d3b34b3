/** What a row answers. `nextCursor` becomes a `Link` header to the next page of the same list. */
export type Answer =
  | { readonly kind: 'json'; readonly status: number; readonly body: unknown; readonly nextCursor?: string | undefined }
  | { readonly kind: 'text'; readonly status: number; readonly text: string }
  | { readonly kind: 'nothing'; readonly status: 204 }

export function json(body: unknown, nextCursor?: string): Answer {
  return { kind: 'json', status: 200, body, nextCursor }
}

/** A text confirmation: `text/plain; charset=utf-8`. */
export function text(sentence: string): Answer {
  return { kind: 'text', status: 200, text: sentence }
}

export const nothing: Answer = { kind: 'nothing', status: 204 }
