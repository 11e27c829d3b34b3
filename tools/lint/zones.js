import { readdirSync, readFileSync } from 'node:fs'

// Import restrictions, as data. eslint.config.js turns every row into a rule, and test/tools/lint-zones.test.ts
// violates every row once.

const infrastructure = new Set(['config', 'http', 'database', 'metrics', 'ports', 'tool-calls'])
const foldersOf = (path) =>
  readdirSync(new URL(`../../${path}`, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)

const nounNames = foldersOf('src').filter((name) => !infrastructure.has(name))
const portNames = foldersOf('src/ports')
/** The folders of packages/ that the server uses. The client is published, and has a row of its own. */
export const packages = foldersOf('packages').filter((name) => name !== 'client')
export const manifestOf = (name) =>
  JSON.parse(readFileSync(new URL(`../../packages/${name}/package.json`, import.meta.url), 'utf8'))

/** Every folder of src/ except infrastructure is a noun, so that a new noun is covered at once. */
export const nouns = nounNames.map((name) => `src/${name}`)
const ports = portNames.map((name) => `src/ports/${name}`)
/** Files that import only leaves and text rules. */
const roots = ['src/text-rules.ts', 'src/password-rules.ts', 'src/tool-calls']
/** All other files directly in src/. */
const leaves = readdirSync(new URL('../../src', import.meta.url))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `src/${name}`)
  .filter((path) => !roots.includes(path))
/** The files of nouns and ports that declare columns, rules and lists: every layer of the main process derives its types from them. */
const declarations = [
  'account-notices/account-notice.ts',
  'api-keys/api-key.ts',
  'audit/audit-entry.ts',
  'characters/cards/card-notice.ts',
  'characters/character-rank.ts',
  'characters/character.ts',
  'completions/completion.ts',
  'completions/open-completion.ts',
  'data-exports/data-export.ts',
  'deletion/purge.ts',
  'doctor/finding-kinds.ts',
  'files/file.ts',
  'idempotency/idempotency-key.ts',
  'images/image.ts',
  'installation-settings/installation-setting.ts',
  'instances/instance.ts',
  'likes/like.ts',
  'lorebooks/lore-entry.ts',
  'lorebooks/lorebook.ts',
  'passages/passage.ts',
  'personas/persona.ts',
  'ports/identity-provider/identity-provider.ts',
  'ports/reply-generator/reply-generator.ts',
  'rate-limits/rate-count.ts',
  'replies/generation.ts',
  'rooms/room.ts',
  'second-factors/second-factor.ts',
  'sessions/session.ts',
  'share-links/share-link.ts',
  'usage/model-usage.ts',
  'usage/usage-count.ts',
  'users/password-link.ts',
  'users/password-reset.ts',
  'users/social/social-identity.ts',
  'users/invitations/invitation.ts',
  'users/user.ts',
  'verification/verification-code.ts',
]
const declared = declarations.map((path) => path.slice(path.indexOf('/') + 1))
const pageNames = ['chat', 'dashboard']
const composition = ['main']
const everything = ['main', 'schema', 'resolvers', 'rest-facade', 'ai-workers', 'src', 'tools', 'test', 'bench']
const edges = [...composition, 'src/http', 'packages/edge', 'src/config']
const product = ['schema', 'resolvers', 'rest-facade', 'ai-workers', ...nouns]
const infrastructureFolders = ['src/http', 'src/config', 'src/database', 'src/ports']
const database = ['src/database', 'packages/statements']

/**
 * `in` must not import `from`, except for the paths of `except` (relative to each `from`). With `types: 'allowed'` an
 * `import type` is allowed, since it has no effect at run time.
 */
export const zones = [
  {
    name: 'leaves import nothing of ours',
    in: leaves,
    from: ['main', 'schema', 'resolvers', 'rest-facade', 'ai-workers', 'src'],
    except: ['html-text.ts'],
    message: 'The files of src/ itself (limits, kinds, languages) are imported by every layer: they import none.',
  },
  {
    name: 'rules of values know limits alone',
    in: roots,
    from: ['main', 'schema', 'resolvers', 'rest-facade', 'ai-workers', 'src'],
    except: ['limits.ts', 'text-rules.ts'],
    message: 'Every layer builds rules from these files: they know zod, src/limits.ts and src/text-rules.ts.',
  },
  {
    name: 'declarations know rules and columns alone',
    in: declarations.map((path) => `src/${path}`),
    from: ['main', 'schema', 'resolvers', 'rest-facade', 'ai-workers', 'src'],
    except: [...leaves, ...roots].map((path) => path.replace('src/', '')),
    types: 'allowed',
    message:
      'Every layer imports the declaration of a noun: of src/ it imports limits and rules, and only types of others.',
  },
  {
    name: 'metrics know no layer',
    in: ['src/metrics'],
    from: ['main', 'schema', 'resolvers', 'rest-facade', 'ai-workers', 'src'],
    except: ['metrics'],
    message: 'Every layer counts with src/metrics: it imports none.',
  },
  {
    name: 'packages know no application',
    in: packages.map((name) => `packages/${name}`),
    from: [
      'main',
      'schema',
      'resolvers',
      'rest-facade',
      'ai-workers',
      'src',
      'pages',
      'packages/client',
      'tools',
      'test',
      'bench',
    ],
    message: 'A package stands alone: pass it what it needs of the application, or move that into the package.',
  },
  ...packages.map((name) => ({
    name: `the package ${name} is entered by its name`,
    in: [...everything, ...packages.filter((other) => other !== name).map((other) => `packages/${other}`)],
    from: [`packages/${name}`],
    except: Object.values(manifestOf(name).exports).map((entry) => entry.replace('./', '')),
    message: `Import '@parley/${name}': the entry file is its interface, and exports what others may use.`,
  })),
  {
    name: 'schema classes know no layer above them',
    in: ['schema'],
    from: ['resolvers', 'rest-facade', 'ai-workers', ...edges],
    message:
      'schema/ is the contract: it knows type-graphql, zod, limits and text rules. Move the logic to a resolver or a use case.',
  },
  {
    name: 'schema classes import only types from the product',
    in: ['schema'],
    from: [...nouns, 'src/database', 'src/ports', 'packages/chat-log-store'],
    except: declared,
    types: 'allowed',
    message:
      'A wire class may `import type` a domain interface and implement it; a value of src/ does not belong in the contract.',
  },
  {
    name: 'resolvers reach stores through use cases',
    in: ['resolvers'],
    from: database,
    message: 'A resolver is one line of delegation: put the query into a use case of src/<noun> and call that.',
  },
  {
    name: 'resolvers never touch adapters',
    in: ['resolvers'],
    from: ['src/ports'],
    types: 'allowed',
    message: 'A resolver calls a use case; the use case is given its port by main/. `import type` of a port is fine.',
  },
  {
    name: 'resolvers know no edge',
    in: ['resolvers'],
    from: ['rest-facade', 'ai-workers', ...composition, 'src/config'],
    message:
      'Resolvers serve HTTP, sockets and the facade alike: what they need of an edge arrives in the request context.',
  },
  {
    name: 'resolvers know no HTTP',
    in: ['resolvers'],
    notIn: ['resolvers/http/**'],
    from: ['src/http', 'packages/edge'],
    message: 'resolvers/http is GraphQL over HTTP: what others need of a request arrives in the request context.',
  },
  {
    name: 'the facade is a client of the schema',
    in: ['rest-facade'],
    from: ['resolvers', 'ai-workers', ...nouns, ...composition, 'src/config', ...database, 'src/ports'],
    except: declared,
    message:
      'A REST route runs an operation of rest-facade/operations/operations.graphql: add what is missing to the schema, then call it.',
  },
  {
    name: 'the facade shares only rules and enums with the schema',
    in: ['rest-facade'],
    from: ['schema'],
    except: ['rules.ts', 'enums.ts'],
    message:
      'Of schema/ the facade imports rules.ts and enums.ts alone; answers are typed by operations.generated.ts (npm run operations).',
  },
  {
    name: 'workers know no product',
    in: ['ai-workers'],
    from: ['resolvers', 'rest-facade', ...nouns, ...composition, 'src/config', ...database],
    message: 'A worker opens no store and knows no noun: the job brings what it needs, main/ passes the settings.',
  },
  {
    name: 'workers know no wire class',
    in: ['ai-workers'],
    from: ['schema'],
    message:
      'Workers import nothing of schema/, bounds are in src/limits.ts; generation speaks the words of the ReplyGenerator port.',
  },
  {
    name: 'workers know ports by interface',
    in: ['ai-workers'],
    from: ports,
    except: portNames.map((name) => `${name}.ts`),
    types: 'allowed',
    message: 'Import the interface (src/ports/<port>/<port>.ts); which adapter stands behind it is decided in main/.',
  },
  {
    name: 'use cases know no API layer',
    in: nouns,
    from: ['resolvers', 'rest-facade', 'ai-workers', ...edges],
    message: 'A use case is called by every API layer and knows none: accept what you need as a constructor argument.',
  },
  {
    name: 'use cases know no wire class',
    in: nouns,
    from: ['schema'],
    message:
      'A use case answers domain interfaces of its own folder; the wire classes of schema/ implement those, never the reverse.',
  },
  {
    name: 'use cases know ports by interface',
    in: nouns,
    from: ports,
    except: portNames.map((name) => `${name}.ts`),
    types: 'allowed',
    message: 'Import the interface (src/ports/<port>/<port>.ts) and let main/ pass the adapter to the constructor.',
  },
  ...nounNames.map((name) => ({
    name: `${name} imports only types from other nouns`,
    in: [`src/${name}`],
    from: nouns.filter((other) => other !== `src/${name}`),
    except: declared,
    types: 'allowed',
    message: 'Nouns meet in main/: `import type` the other use case and accept it as a constructor argument.',
  })),
  {
    name: 'ports know no noun and no API layer',
    in: ['src/ports'],
    from: [...nouns, 'resolvers', 'rest-facade', 'ai-workers', ...edges],
    message:
      'A port states what it needs in its own words: declare the interface here and let the noun implement or pass it.',
  },
  {
    name: 'ports know no wire class',
    in: ['src/ports'],
    from: ['schema'],
    message: 'A port speaks plain interfaces of its own folder, not the GraphQL classes of schema/.',
  },
  {
    name: 'adapters open no relational store',
    in: ['src/ports'],
    from: database,
    message: 'An adapter talks to its own vendor; chat logs in the relational store are in packages/chat-log-store.',
  },
  {
    name: 'the pages and documents of HTTP know no product',
    in: ['src/http'],
    from: ['resolvers', 'rest-facade', 'ai-workers', ...nouns, ...composition, 'src/config', ...database, 'src/ports'],
    message:
      'src/http is shared by the facade and the workers: pass it a function or a value instead of importing one.',
  },
  {
    name: 'the pages and documents of HTTP know no wire class',
    in: ['src/http'],
    from: ['schema'],
    message: 'src/http serves every listener: it imports nothing of schema/.',
  },
  {
    name: 'configuration is pure',
    in: ['src/config'],
    from: ['main', 'schema', 'resolvers', 'rest-facade', 'ai-workers', 'src'],
    except: [...leaves, ...roots].map((path) => path.replace('src/', '')).concat('config'),
    message:
      'src/config turns an environment into settings and knows nothing that uses them; act on a setting in main/.',
  },
  {
    name: 'the database knows no caller',
    in: ['src/database'],
    from: ['resolvers', 'rest-facade', 'ai-workers', ...composition, 'src/http', 'packages/edge'],
    message: 'src/database has the tables and SQL: queries belong to a use case of src/<noun>, wiring to main/.',
  },
  {
    name: 'the database knows no wire class',
    in: ['src/database'],
    from: ['schema'],
    message: 'A table is an EntitySchema of a domain interface, not of a GraphQL class.',
  },
  {
    name: 'the database imports only types from nouns, ports and configuration',
    in: ['src/database'],
    from: [...nouns, 'src/ports', 'src/config'],
    except: declared,
    types: 'allowed',
    message: 'A table is made of the columns that a noun declares. Other values flow the other way.',
  },
  {
    name: 'the server knows no page',
    in: ['main', 'schema', 'resolvers', 'rest-facade', 'ai-workers', 'src'],
    from: ['pages'],
    except: ['chat/markdown/plain-text.ts', 'chat/markdown/static-html.ts'],
    message: 'pages/ is for browsers: of it the server has the Markdown of titles and of pages without a script alone.',
  },
  {
    name: 'pages know no layer',
    in: ['pages'],
    from: ['schema', 'resolvers', 'rest-facade', 'ai-workers', 'src', ...packages.map((name) => `packages/${name}`)],
    except: ['html-text.ts'],
    message: 'pages/ ships to browsers: it asks the server over HTTP, and states what it reads in its own types.',
  },
  ...pageNames.map((name) => ({
    name: `the ${name} page knows no other page`,
    in: [`pages/${name}`],
    from: pageNames.filter((other) => other !== name).map((other) => `pages/${other}`),
    message: 'Pages share components and catalogues of pages/ui, and ask the server by @parley/client.',
  })),
  {
    name: 'components know no page',
    in: ['pages/ui'],
    from: pageNames.map((name) => `pages/${name}`),
    message: 'pages/ui has what every page can show: words and places of one page are passed to it.',
  },
  {
    name: 'the client knows no server',
    in: ['packages/client'],
    from: [
      'main',
      'schema',
      'resolvers',
      'rest-facade',
      'ai-workers',
      'src',
      ...packages.map((name) => `packages/${name}`),
      'tools',
      'pages',
      'test',
    ],
    message: 'The client is for programs elsewhere: its types come from schema/schema.graphql (npm run operations).',
  },
  {
    name: 'composition is imported by programs and the test support alone',
    in: [...product, ...infrastructureFolders, ...leaves, ...roots, 'pages', 'tools', 'bench', 'test'],
    notIn: [
      'test/support/**',
      'test/{crash,cluster}/broken-server.ts',
      'tools/operator/door.ts',
      'tools/migrate-store/open-moves.ts',
      'tools/upgrade-check.ts',
      'tools/emit/emit-schema.ts',
    ],
    from: composition,
    message: 'main/ is above everything: accept what you need as an argument, in tests call createTestApp.',
  },
]

/** The rule of `resolvers never touch adapters` is called `zones/resolvers-never-touch-adapters`. */
export const ruleName = ({ name }) => name.replaceAll(/[^a-zA-Z]+/g, '-')
