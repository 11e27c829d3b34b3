import { ConfigError } from '../src/config/config-error.js'
import type { Config } from '../src/config/config.js'
import { ImageEncoder } from '../src/images/image-encoder.js'
import { damagedLogoSentence } from '../src/logo.js'

/** Throws ConfigError for a file of `INSTALLATION_LOGO` that browsers cannot show. */
export async function requireLogo({ installationSettings: { fixed, valuesOf } }: Config): Promise<void> {
  if (!fixed.INSTALLATION_LOGO) return
  const { logo } = valuesOf(fixed)
  if (logo && !(await new ImageEncoder().canDecode(logo.bytes)))
    throw new ConfigError([`INSTALLATION_LOGO: ${damagedLogoSentence}`])
}
