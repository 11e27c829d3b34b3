import type { ComponentType } from 'react'
import { useCurrentInView } from '../../ui/navigation/use-current-in-view.js'
import { useTitle } from '../../ui/navigation/use-title.js'
import { useWords } from '../../ui/text/catalogue.js'
import { LorebooksSection } from '../lorebooks/lorebooks-section.js'
import { PersonasSection } from '../personas/personas-section.js'
import { ApiKeysSection } from './api-keys/api-keys-section.js'
import { DataSection } from './data-section.js'
import { NewChatsSection } from './preferences/new-chats-section.js'
import { ProfileSection } from './profile-section.js'
import { SecuritySection } from './security-section.js'
import { SharedSection } from './shared-section.js'
import { UsageSection } from './usage-section.js'
import { words } from './words.js'

const sections = {
  profile: ProfileSection,
  chats: NewChatsSection,
  security: SecuritySection,
  usage: UsageSection,
  'api-keys': ApiKeysSection,
  shared: SharedSection,
  personas: PersonasSection,
  lorebooks: LorebooksSection,
  data: DataSection,
} as const satisfies Record<string, ComponentType>
type Section = keyof typeof sections

const names = Object.keys(sections) as Section[]

export function Settings({ tab }: { readonly tab: string }) {
  const text = useWords(words)
  const current = names.find((name) => name === tab) ?? 'profile'
  const Content = sections[current]
  const row = useCurrentInView<HTMLElement>(current)
  useTitle(`${text.sections[current]} – ${text.settings}`)
  return (
    <div className="page medium settings">
      <h1>{text.settings}</h1>
      <nav ref={row} className="tabs strip" aria-label={text.settings}>
        {names.map((name) => (
          <a key={name} href={`#/settings/${name}`} aria-current={name === current ? 'page' : undefined}>
            {text.sections[name]}
          </a>
        ))}
      </nav>
      <div className="settings-parts">
        <Content />
      </div>
    </div>
  )
}
