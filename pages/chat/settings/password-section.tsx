import { LinkButton } from '../../ui/navigation/link.js'
import { useWords } from '../../ui/text/catalogue.js'
import { hasAddress } from './placeholder-address.js'
import { words } from './words.js'

export function PasswordSection({ email }: { readonly email: string }) {
  const text = useWords(words)
  if (!hasAddress({ email })) return null
  return (
    <section className="card form">
      <h2>{text.password}</h2>
      <p className="quiet">{text.newPasswordHint}</p>
      <div className="row">
        <LinkButton to={`/reset-password?next=%2Fsettings&email=${encodeURIComponent(email)}`}>
          {text.newPassword}
        </LinkButton>
      </div>
    </section>
  )
}
