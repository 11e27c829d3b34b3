import { hash } from 'node:crypto'
import type { RequestHandler } from 'express'

const style = `
  :root { color-scheme: light dark }
  body { font: 1rem/1.6 system-ui, sans-serif; max-width: 38rem; margin: 12vh auto; padding: 0 1.5rem }
  h1 { font-size: 1.5rem }
  code { font-family: ui-monospace, monospace }
`

/** The same for every path: it repeats nothing of the request. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Nothing is served at this path</h1>
<p>This is the gateway to the reply services. It serves:</p>
<ul>
<li><code>/office/...</code>, for example <code>POST /office/Local</code> and <code>GET /office/performance</code></li>
<li><code>/character/...</code>, for example <code>POST /character/Local</code> and <code>GET /character/performance</code></li>
<li><code>GET /health/live</code> and <code>GET /health/ready</code></li>
</ul>
</main>
</body>
</html>
`

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page for every path that the gateway does not know (contract: gateway.4). */
export const notFoundPage: RequestHandler = (_request, response) => {
  response.status(404).set('Content-Security-Policy', policy).type('html').send(page)
}
