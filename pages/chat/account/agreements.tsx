import { OperatorLink } from '../../ui/installation/site-links.js'
import { pageInstallation } from '../../ui/installation/page-installation.js'
import { Checkbox } from '../../ui/forms/fields.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './words.js'

/** What a new account agrees to, with links to the texts that the operator has. */
export function Agreements() {
  const text = useWords(words)
  const { name, termsUrl, privacyUrl } = pageInstallation()
  if (termsUrl === null && privacyUrl === null) return <Checkbox name="agreed" required label={text.agree} />
  return (
    <>
      <Checkbox name="eula" required label={termsUrl === null ? text.eula : linked(text.eulaOf(name), termsUrl)} />
      <Checkbox
        name="privacy"
        required
        label={privacyUrl === null ? text.privacy : linked(text.privacyOf, privacyUrl)}
      />
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
