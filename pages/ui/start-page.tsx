import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Parley } from '@parley/client'
import { ParleyProvider } from '@parley/client/react'
import { Announcer } from './feedback/announcer.js'
import { CrashBoundary } from './feedback/crash-boundary.js'
import { keepFilesOut } from './files/keep-files-out.js'
import { applyLook } from './installation/page-installation.js'
import { LanguageProvider, type LoadWords } from './text/language.js'

/** Renders a page into its document, with the client and what every component of pages/ui needs. */
export function startPage(parley: Parley, words: LoadWords, page: ReactNode): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root')
  applyLook()
  keepFilesOut()
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider words={words}>
        <CrashBoundary>
          <ParleyProvider parley={parley}>
            <Announcer>{page}</Announcer>
          </ParleyProvider>
        </CrashBoundary>
      </LanguageProvider>
    </StrictMode>,
  )
}
