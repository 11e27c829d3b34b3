import { useRoute } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './words.js'

/** Why a guest is at the sign-in or the sign-up. Renders nothing where they have chosen it themselves. */
export function WhyAccount() {
  const { why } = useWords(words)
  const { parts, query } = useRoute()
  const [first] = parts
  // a screen that shows the sign-in to guests keeps its own route
  const isAccountScreen = first === 'sign-in' || first === 'sign-up'
  const reason = isAccountScreen || first === undefined ? query.get('why') : 'open'
  const sentence = reason === 'talk' || reason === 'like' || reason === 'open' ? why[reason] : undefined
  return sentence && <p className="notice">{sentence}</p>
}
