import Provider from 'oidc-provider'

// An OpenID Connect provider to try the sign-in on one machine, that accepts every name and password. docs/sign-in.md says how.

const [port = 4000, ...others] = process.argv.slice(2)
const issuer = `http://127.0.0.1:${String(port)}`

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'parley',
      client_secret: 'only-for-this-machine',
      // the chat page, and the console on the admin port
      redirect_uris: ['http://localhost:8080/', 'http://localhost:3001/', ...others],
    },
  ],
  claims: { openid: ['sub', 'roles'], profile: ['name'], email: ['email', 'email_verified'] },
  cookies: { keys: ['only-for-this-machine'] },
  pkce: { required: () => false },
  findAccount: (_context, name) => ({
    accountId: name,
    claims: () => ({
      sub: name,
      name,
      email: `${name}@example.com`,
      email_verified: true,
      // for OIDC_ROLE_CLAIM=roles
      roles: name === 'chief' ? 'admin' : 'user',
    }),
  }),
})

provider.listen(Number(port), '127.0.0.1', () => {
  console.log(`The provider is ready: SOCIAL_A_ISSUER=${issuer}`)
})
