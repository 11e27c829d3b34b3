import { emailAddress } from '../../text-rules.js'
import { Complaint, type Rule } from '../fields.js'

/** E-mail addresses separated by commas, each as it could be registered. */
export const emailList: Rule<readonly string[]> = (text) => {
  const addresses = text.split(',').map((part) => part.trim())
  const place = addresses.findIndex((address) => !emailAddress.safeParse(address).success) + 1
  if (place === 0) return addresses
  return new Complaint(`must be e-mail addresses separated by commas; number ${String(place)} is none`)
}
