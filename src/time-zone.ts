/** Areas whose cities runtimes call by an earlier name, such as `Asia/Calcutta` for `Asia/Kolkata`. */
const ofCity = /^(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//i

/** An IANA time zone in one spelling, from any case; undefined for any other text. */
export function knownTimeZone(name: string): string | undefined {
  // an offset is a zone to newer runtimes only
  if (!/^[a-z][\w/+-]{2,63}$/i.test(name)) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    const isRenamed = timeZone.toLowerCase() !== name.toLowerCase() && ofCity.test(name)
    return isRenamed ? capitalized(name) : timeZone
  } catch {
    return undefined
  }
}

function capitalized(name: string): string {
  return name.toLowerCase().replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase())
}
