// The page at /redoc: Redoc on the document of the same server. Its search would need a worker made of text.
import './page.css'

globalThis.Redoc.init(
  new URL('../../openapi.json', import.meta.url).href,
  { disableSearch: true },
  document.getElementById('redoc'),
)
