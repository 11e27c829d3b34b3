import { OperatorLink } from '../../ui/installation/site-links.js'
import { pageInstallation } from '../../ui/installation/page-installation.js'
import { Checkbox } from '../../ui/forms/fields.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './words.js'

/** What a new account agrees to: the texts that the operator has. */
export function Agreements() {
  const text = useWords(words)
  const { name, termsUrl, privacyUrl } = pageInstallation()
  return (
    <>
      {termsUrl !== null && <Checkbox name="eula" required label={linked(text.eulaOf(name), termsUrl)} />}
      {privacyUrl !== null && <Checkbox name="privacy" required label={linked(text.privacyOf, privacyUrl)} />}
    </>
  )
}

/** A sentence whose second part is the link. */
const linked = ([before, words, after]: readonly [string, string, string], url: string) => (
  <>
    {before}
    <OperatorLink url={url}>{words}</OperatorLink>
    {after}
  </>
)
