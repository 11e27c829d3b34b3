/** Names of the design whose feature later releases bring. A release that brings one takes it off this list. */
const unsupportedNames: readonly string[] = [
  'REDIS_URL',
  ...['AI_LEGACY_PORT', 'AI_TLS_PORT', 'TLS_CERT_FILE', 'TLS_KEY_FILE', 'ACME_CHALLENGE_DIR'],
  ...['ALLOWED_IPS', 'ALLOWED_NETWORKS', 'BLOCKED_AGENTS'],
  'MEMBERSHIP_POLICY_FILE',
  ...['KOREAN_MODEL', 'ROLEPLAY_MODEL'],
  ...['SEARCH_PROVIDER', 'SEARCH_URL', 'SEARCH_API_KEY'],
]

/** True for a name that must not be ignored in silence: whoever sets it counts on what it promises. */
export function isUnsupported(name: string): boolean {
  return unsupportedNames.includes(name)
}
