import { logoAddress } from '../installation/page-installation.js'

/** The logo of the installation, or the sign of Parley, as in icon.svg. A decoration: the name is beside it. */
export function Mark() {
  const logo = logoAddress()
  if (logo !== null) return <img className="mark" src={logo} alt="" width="28" height="28" />
  return (
    <svg className="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <path fill="var(--accent)" d="M8 3h16a5 5 0 0 1 5 5v11a5 5 0 0 1-5 5h-9l-7 6v-6a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5z" />
      {[11, 16, 21].map((x) => (
        <circle key={x} cx={x} cy="13.5" r="2" fill="var(--on-accent)" />
      ))}
    </svg>
  )
}
