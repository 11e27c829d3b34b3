/**
 * A `fetch` for the body of an upload that calls `onProgress` with the share of the body that was sent, from 0 to 1. Only browsers have the
 * XMLHttpRequest that it needs: their `fetch` does not report progress.
 */
export const fetchWithProgress =
  (onProgress: (share: number) => void): typeof fetch =>
  (input, init = {}) =>
    new Promise((resolve, reject) => {
      const { signal } = init
      const request = new XMLHttpRequest()
      const abort = () => request.abort()
      const end = () => signal?.removeEventListener('abort', abort)
      request.open(init.method ?? 'GET', input instanceof Request ? input.url : input)
      new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value))
      request.responseType = 'arraybuffer'
      request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total)
      request.onload = () => {
        end()
        resolve(new Response(request.response as ArrayBuffer, { status: request.status, headers: headersOf(request) }))
      }
      request.onerror = () => {
        end()
        reject(new TypeError('The server was not reached'))
      }
      request.onabort = () => {
        end()
        reject(new DOMException('The upload was ended', 'AbortError'))
      }
      signal?.addEventListener('abort', abort)
      request.send(init.body as XMLHttpRequestBodyInit)
      if (signal?.aborted) abort()
    })

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
  }
  return headers
}
