import { useWords } from '../text/catalogue.js'
import { pageInstallation } from './page-installation.js'
import { words } from './words.js'

/** The pages of the operator that are set. */
export function useSiteLinks(): readonly { readonly label: string; readonly url: string }[] {
  const text = useWords(words)
  const { termsUrl, privacyUrl, helpUrl } = pageInstallation()
  const links = [
    { label: text.help, url: helpUrl },
    { label: text.terms, url: termsUrl },
    { label: text.privacy, url: privacyUrl },
  ]
  return links.flatMap(({ label, url }) => (url === null ? [] : [{ label, url }]))
}

export function SiteLinks() {
  const { operatorPages } = useWords(words)
  const links = useSiteLinks()
  if (links.length === 0) return null
  return (
    <nav className="operator-links" aria-label={operatorPages}>
      {links.map(({ label, url }) => (
        <OperatorLink key={label} url={url}>
          {label}
        </OperatorLink>
      ))}
    </nav>
  )
}

/** In a tab of its own: what was typed here stays. */
export const OperatorLink = ({ url, children }: { readonly url: string; readonly children: string }) => (
  <a href={url} target="_blank" rel="noopener">
    {children}
  </a>
)
