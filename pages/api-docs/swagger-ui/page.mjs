// The page at /docs: Swagger UI on the document of the same server, without its top bar, which would load other documents.
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'
import { requestCommands } from './request-commands.mjs'
import './page.css'

// Swagger UI has dark colours, but does not follow the system or the choice that the chat page stores
const root = document.documentElement
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
// the chat page of a server behind a path has the path in its keys
const themeKey = `parley-theme${new URL('.', location.href).pathname.replace(/\/$/, '')}`
const followTheme = () => {
  const chosen = localStorage.getItem(themeKey)
  const theme = chosen === 'dark' || chosen === 'light' ? chosen : prefersDark.matches ? 'dark' : 'light'
  root.dataset.theme = theme
  root.classList.toggle('dark-mode', theme === 'dark')
}
followTheme()
// of its code, Swagger UI knows the colours of one theme at a time
root.dataset.code = root.dataset.theme
prefersDark.addEventListener('change', followTheme)
addEventListener('storage', followTheme)

// as the page's own address has it: the AI gateway puts a prefix before both, and so can a proxy
const address = new URL('openapi.json', globalThis.location.href).href
const servers = [{ url: new URL('.', address).href.slice(0, -1) }]

SwaggerUI({
  url: address,
  responseInterceptor: (response) =>
    response.url === address && response.ok
      ? { ...response, text: JSON.stringify({ ...JSON.parse(response.text), servers }) }
      : response,
  dom_id: '#docs',
  layout: 'BaseLayout',
  deepLinking: true,
  filter: true,
  plugins: [requestCommands],
  syntaxHighlight: { theme: root.dataset.code === 'dark' ? 'nord' : 'idea' },
  // the badge asks a server of its maker
  validatorUrl: null,
  // a link must not choose the document
  queryConfigEnabled: false,
})
