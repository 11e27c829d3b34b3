// The steps of `.ci/run`, as data. docs/reference/tests.md shows them with the suites that each of them runs.

/**
 * @typedef {object} Step
 * @property {string} name as `--only` expects it
 * @property {string} about what it runs
 * @property {'gate' | 'long' | 'both'} tier
 * @property {readonly string[]} [needs] steps that must have passed before
 * @property {number} cores that it keeps busy on average, by the table of a run, or needs for itself: steps run side by
 *   side while the machine has them
 * @property {number} [minutes] the time after which it is ended and has failed; 15 when absent
 * @property {Readonly<Record<string, string>>} [env]
 * @property {readonly string[]} [servers] scripts of this folder that run a command beside a server
 * @property {Suites} [suites] what jest runs
 * @property {readonly string[]} [command] instead of suites; RESULTS stands for the path of the file for its results,
 *   in the form of jest's
 *
 * @typedef {object} Suites
 * @property {'test' | 'test:process' | 'test:all' | 'test:browser' | 'test:demo-model'} script of package.json
 * @property {'24'} [node] the version of Node.js; the installed one when absent
 * @property {readonly string[]} [only] regular expressions of paths; every suite of the script when absent
 * @property {readonly string[]} [except] regular expressions of paths
 * @property {readonly string[]} [options] further arguments of jest
 */

const needsInstall = ['install']
const needsBuild = ['install', 'build']

/** Expressions of the suites of a folder. */
const of = (folder, ...names) => names.map((name) => `${folder}/${name}\\.`)

const redis = ['test/instances/', ...of('test/process', 'proxies', 'redis', 'workers/queue', 'workers/takeover')]
const buckets = [
  'test/images/',
  ...of('test/stores', 'doctor', 'data-export'),
  ...of('test/accounts', 'profile-images'),
  ...of('test/characters', 'character-images'),
]
const chatLogs = [
  ...of('packages/chat-log-store/test', 'chat-log-store', 'mongodb'),
  ...of('test/rooms', 'mongodb', 'chat-logs', 'chat-log-apis', 'room-logs', 'rooms', 'log-changes', 'room-feed'),
  ...of('test/replies', 'conversation', 'replies', 'regenerate'),
  'test/gateway/history\\.test',
  ...of('test/stores', 'deletion', 'deletion-races', 'outbox'),
  'test/http/upgrades\\.test',
  ...of('test/process', 'operator', 'kill', 'seed'),
]
/** The beginnings of tests: a new person's way, the screens in one look, and what the other pages are for. */
const smoke = [
  '^a new person signs up',
  '^light, 360 px',
  '^the console, dark, 1440',
  '^the playground runs queries',
  '^the page of the application service',
]
const examples = ['apollo', 'urql', 'relay', 'graphql-request', 'python-gql', 'agents-node', 'agents-python']
/** They use no store, and so give one result on every database. */
const storeless = [
  'packages/(documents|edge|engine|queue|redis-queue|runtime|testing)/test/',
  'test/ai-workers/',
  'test/config/',
  'test/tools/',
  ...of('test/process', 'demo-model'),
  ...of('test/process/workers', 'engine', 'workers', 'worker-kills', 'model-addresses', 'inference-server'),
]
/** The examples of the guides depend on the shell and the defaults: `processes` runs them. */
const guides = 'guides\\.process'
const redisOnly = 'process/redis'
const fullDisk = 'process/stores/full-disk'
/** Series of kills and full disks, for which `crash` and `cluster` stand in the gate, and suites of code that seldom changes. */
const lengthyProcesses = [
  ...of('test/process', 'ci', 'compact-command', 'damaged-database', 'data-export', 'kill'),
  ...of('test/process/clients', 'client-package', 'client-types'),
  ...of('test/process/stores', 'deletion-kills', 'flush', 'full-disk', 'upgrade-check'),
  ...of('test/process/workers', 'interrupted-replies', 'traces', 'worker-kills'),
]
/** The faults of ports are those of the use cases, not of a dialect. */
const failingPorts = 'failing-ports'

/** @type {readonly Step[]} */
export const steps = [
  {
    name: 'install',
    about: '`npm ci`, and the size of what it installs',
    tier: 'both',
    cores: 2,
    command: ['bash', '-c', 'npm ci && node .ci/install-size.mjs'],
  },
  {
    name: 'build',
    about: '`npm run build`',
    tier: 'both',
    needs: needsInstall,
    cores: 1,
    command: ['npm', 'run', 'build'],
  },
  {
    name: 'bucket-server',
    about: 'builds the S3 server, once for a machine',
    tier: 'both',
    cores: 1,
    command: ['bash', '.ci/s3.sh', '--build'],
  },
  {
    name: 'verify',
    about: '`npm run verify`',
    tier: 'both',
    needs: needsInstall,
    cores: 2,
    command: ['npm', 'run', 'verify'],
  },
  {
    name: 'suites',
    about: '`npm test`: the suites that run in one process, on the embedded stores',
    tier: 'both',
    needs: needsInstall,
    cores: 2,
    env: { CLIENT_SCHEDULES: '40' },
    suites: { script: 'test' },
  },
  {
    name: 'processes',
    about: 'programs as they are started, on the embedded stores, with the examples of the README and the guides',
    tier: 'gate',
    needs: needsBuild,
    cores: 0.7,
    suites: { script: 'test:process', except: [redisOnly, ...lengthyProcesses] },
  },
  {
    name: 'process-suites',
    about: '`npm run test:process` on the embedded stores, with the examples of the README and the guides',
    tier: 'long',
    needs: needsBuild,
    cores: 2,
    servers: ['strace'],
    suites: { script: 'test:process', except: [redisOnly] },
  },
  {
    name: 'postgres',
    about: 'contracts and dialect on PostgreSQL, instances on Redis and behind HAProxy and nginx, with Node.js 24',
    tier: 'gate',
    needs: needsBuild,
    cores: 1.2,
    servers: ['postgres', 'pgbouncer', 'redis', 'proxies'],
    suites: {
      script: 'test:all',
      node: '24',
      only: [
        ...redis,
        'test/stores/[^/]*$',
        'packages/(chat-log-store|statements)/test/',
        ...of('test/rooms', 'log-changes', 'page-bytes', 'long-texts', 'entry-search'),
        ...of('test/accounts', 'look-alikes', 'usage', 'guest-limits'),
        'test/characters/likes\\.test',
        'test/http/rate-limits\\.test',
        ...of('test/process', 'migrations', 'doctor-command', 'stores/upgrade-check'),
      ],
      except: [failingPorts],
      // they wait for most of their time
      options: ['--maxWorkers=4'],
    },
  },
  {
    name: 'attacks',
    about: 'one attack of each kind of the abuse suite',
    tier: 'gate',
    needs: needsBuild,
    // beside the attackers an ordinary client must get its answers
    cores: 1,
    command: ['npm', 'run', 'test:abuse', '--', '--one-of-each-kind', '--lasting=0.3', '--outputFile=RESULTS'],
  },
  {
    name: 'documents-and-buckets',
    about: 'contracts of chat logs on MongoDB and of images in a bucket',
    tier: 'gate',
    needs: [...needsBuild, 'bucket-server'],
    cores: 0.9,
    servers: ['mongodb', 's3'],
    suites: {
      script: 'test:all',
      only: [
        ...of('packages/chat-log-store/test', 'chat-log-store', 'mongodb'),
        ...of('test/rooms', 'mongodb', 'log-changes', 'page-bytes', 'entry-search'),
        ...of('test/images', 'file-store', 's3-file-store', 'image-bucket'),
        ...of('test/characters', 'character-images'),
        ...of('test/stores', 'deletion', 'doctor', 'data-export'),
      ],
    },
  },
  {
    name: 'node-24',
    about: 'what depends on the runtime, with Node.js 24: engine, native packages, sockets, streams',
    tier: 'gate',
    needs: needsBuild,
    cores: 2,
    suites: {
      script: 'test:all',
      node: '24',
      only: [
        ...of('test/ai-workers', 'bundled-model', 'local-backend', 'kept-contexts', 'remote-worker', 'json-routes'),
        ...of('test/stores', 'migrations', 'released-data'),
        'packages/(edge|engine)/test/',
        ...of('packages/statements/test', 'database', 'prepared-reader', 'queries', 'write-ahead-log'),
        'test/accounts/accounts\\.test',
        ...of('test/images', 'images'),
        'test/graphql/socket-',
        'test/graphql/event-stream-',
        ...of(
          'test/http',
          'event-stream',
          'http-edge',
          'connection-limits',
          'uploads',
          'upgrades',
          'write-with-backpressure',
        ),
        ...of('test/gateway', 'tls-front', 'gateway-streams', 'line-1-4'),
        'test/clients/transports\\.test',
        ...of('test/replies', 'event-routes', 'fan-out', 'watch'),
        ...of('test/process', 'resume', 'workers/engine', 'workers/workers'),
      ],
    },
  },
  {
    name: 'moves',
    about: 'the move of an installation to other stores',
    tier: 'gate',
    needs: [...needsBuild, 'bucket-server'],
    cores: 0.9,
    servers: ['postgres', 'mongodb', 's3'],
    suites: { script: 'test', only: ['test/stores/migration/'] },
  },
  {
    name: 'pages',
    about: "one person's way through the pages in Chromium, and the rules of accessibility on each screen once",
    tier: 'gate',
    needs: needsBuild,
    cores: 0.6,
    servers: ['chromium'],
    suites: {
      script: 'test:browser',
      only: of('test/browser', 'chat/first-visit', 'chat/screens', 'dashboard-look', 'playground', 'docs'),
      options: [`--testNamePattern=${smoke.join('|')}`],
    },
  },
  {
    name: 'requests',
    about: 'a few generated requests for each operation of the OpenAPI documents, from one seed',
    tier: 'gate',
    needs: needsBuild,
    cores: 1,
    command: ['bash', '.ci/schemathesis.sh', 'RESULTS', '--max-examples=5', '--phases=examples,coverage'],
  },
  {
    name: 'crash',
    about: 'the crash test, with a few kills',
    tier: 'gate',
    needs: needsBuild,
    cores: 0.7,
    command: ['npm', 'run', 'test:crash', '--', '--outputFile=RESULTS'],
    env: { CRASH_SECONDS: '30' },
  },
  {
    name: 'cluster',
    about: 'the cluster test, with a few rounds',
    tier: 'gate',
    needs: needsBuild,
    cores: 0.8,
    servers: ['cluster', 'mongodb'],
    command: ['npm', 'run', 'test:cluster', '--', '--rounds=4', '--outputFile=RESULTS'],
  },
  {
    name: 'bench',
    about: 'the parts of `npm run bench` whose peers must answer as Parley does; their figures decide nothing here',
    tier: 'long',
    needs: needsBuild,
    cores: 2,
    command: ['npm', 'run', 'bench', '--', 'list', 'rest', 'logs', 'tokens'],
  },
  {
    name: 'suites-node-24',
    about: 'every suite on the embedded stores, with Node.js 24',
    tier: 'long',
    needs: needsBuild,
    cores: 2,
    minutes: 40,
    suites: { script: 'test:all', node: '24', except: [guides] },
  },
  {
    name: 'postgres-suites',
    about: 'every suite that uses a store, on PostgreSQL',
    tier: 'long',
    needs: needsBuild,
    cores: 2,
    minutes: 40,
    servers: ['postgres'],
    suites: { script: 'test:all', except: [...storeless, guides, fullDisk] },
  },
  {
    name: 'postgres-suites-node-24',
    about: 'every suite that uses a store, on PostgreSQL with Node.js 24',
    tier: 'long',
    needs: needsBuild,
    cores: 2,
    minutes: 40,
    servers: ['postgres'],
    suites: { script: 'test:all', node: '24', except: [...storeless, guides, fullDisk] },
  },
  {
    name: 'postgres-full-disk',
    about: 'full disks of a PostgreSQL server, without other suites: its checkpoints fail meanwhile',
    tier: 'long',
    needs: needsBuild,
    cores: 2,
    servers: ['postgres'],
    suites: { script: 'test:process', only: [fullDisk] },
  },
  {
    name: 'mongodb',
    about: 'every suite of chat logs, on MongoDB',
    tier: 'long',
    needs: needsBuild,
    cores: 2,
    servers: ['mongodb'],
    suites: { script: 'test:all', only: chatLogs },
  },
  {
    name: 'redis',
    about: 'instances on Redis, and behind HAProxy and nginx',
    tier: 'long',
    needs: needsBuild,
    cores: 2,
    servers: ['postgres', 'redis', 'proxies'],
    // they wait for most of their time
    suites: { script: 'test:all', only: redis, options: ['--maxWorkers=5'] },
  },
  {
    name: 'clocks',
    about: 'processes whose clocks are an hour off, with libfaketime',
    tier: 'long',
    needs: needsBuild,
    cores: 2,
    servers: ['postgres', 'redis', 'faketime'],
    suites: { script: 'test:process', only: ['process/workers/clocks'] },
  },
  {
    name: 'buckets',
    about: 'every suite of images, in a bucket',
    tier: 'long',
    needs: [...needsBuild, 'bucket-server'],
    cores: 2,
    servers: ['s3'],
    suites: { script: 'test', only: buckets },
  },
  {
    name: 'backups',
    about: 'the backups of each kind of installation',
    tier: 'long',
    needs: [...needsBuild, 'bucket-server'],
    cores: 2,
    servers: ['backups'],
    suites: { script: 'test:process', only: ['process/stores/backups'] },
  },
  {
    name: 'killed-moves',
    about: 'the move to other stores, killed 50 times',
    tier: 'long',
    needs: [...needsBuild, 'bucket-server'],
    cores: 2,
    minutes: 30,
    env: { MIGRATION_KILLS: '50' },
    servers: ['postgres', 'mongodb', 's3'],
    suites: { script: 'test:all', only: ['test/stores/migration/', 'test/process/stores/migrate-store'] },
  },
  {
    name: 'examples',
    about: 'installs and builds the examples',
    tier: 'long',
    needs: needsInstall,
    cores: 1,
    command: ['bash', '-c', `exec bash .ci/examples.sh "$EXAMPLES" ${examples.join(' ')}`],
  },
  {
    name: 'browser',
    about: 'every page in Chromium, in each look, and the examples',
    tier: 'long',
    needs: [...needsBuild, 'examples'],
    cores: 2,
    minutes: 30,
    servers: ['chromium'],
    suites: { script: 'test:browser' },
  },
  {
    name: 'long-requests',
    about: 'generated requests against the OpenAPI documents, from one seed',
    tier: 'long',
    needs: needsBuild,
    cores: 1,
    command: ['bash', '.ci/schemathesis.sh', 'RESULTS'],
  },
  {
    name: 'soak',
    about: 'the soak of an hour',
    tier: 'long',
    needs: needsBuild,
    cores: 1,
    minutes: 80,
    env: { SOAK_MINUTES: '60' },
    command: ['npm', 'run', 'test:soak', '--', '--outputFile=RESULTS'],
  },
  {
    name: 'soak-faults',
    about: 'the soak on leaks that it must find',
    tier: 'long',
    needs: needsBuild,
    cores: 1,
    minutes: 60,
    command: ['npm', 'run', 'test:soak', '--', '--broken', '--outputFile=RESULTS'],
  },
  {
    name: 'long-crash',
    about: 'the crash test for three minutes',
    tier: 'long',
    needs: needsBuild,
    cores: 1,
    env: { CRASH_SECONDS: '180' },
    command: ['npm', 'run', 'test:crash', '--', '--outputFile=RESULTS'],
  },
  {
    name: 'crash-faults',
    about: 'the crash test on faults that it must find',
    tier: 'long',
    needs: needsBuild,
    cores: 1,
    minutes: 60,
    env: { CRASH_SECONDS: '180' },
    command: ['npm', 'run', 'test:crash', '--', '--broken', '--outputFile=RESULTS'],
  },
  {
    name: 'long-cluster',
    about: 'the cluster test, 20 rounds',
    tier: 'long',
    needs: needsBuild,
    cores: 1,
    servers: ['cluster', 'mongodb'],
    command: ['npm', 'run', 'test:cluster', '--', '--outputFile=RESULTS'],
  },
  {
    name: 'cluster-faults',
    about: 'the cluster test on faults that it must find',
    tier: 'long',
    needs: needsBuild,
    cores: 1,
    minutes: 60,
    servers: ['cluster'],
    command: ['npm', 'run', 'test:cluster', '--', '--broken', '--outputFile=RESULTS'],
  },
  {
    name: 'faults',
    about: 'parts that freeze, vanish, fill up or lie, as clients and operators see it',
    tier: 'long',
    needs: needsBuild,
    cores: 2,
    minutes: 40,
    servers: ['faults'],
    command: ['npm', 'run', 'test:faults', '--', '--outputFile=RESULTS'],
  },
  {
    name: 'abuse',
    about: 'every attack of the abuse suite',
    tier: 'long',
    needs: needsBuild,
    cores: 2,
    minutes: 60,
    command: ['npm', 'run', 'test:abuse', '--', '--outputFile=RESULTS'],
  },
  {
    name: 'abuse-defects',
    about: 'the abuse suite on defects that it must find',
    tier: 'long',
    needs: needsBuild,
    cores: 2,
    minutes: 60,
    command: ['npm', 'run', 'test:abuse', '--', '--broken', '--outputFile=RESULTS'],
  },
  {
    name: 'demo-model-suites',
    about: 'the suites of the program that trains the demo model',
    tier: 'long',
    needs: needsInstall,
    cores: 1,
    suites: { script: 'test:demo-model' },
  },
  {
    name: 'demo-model',
    about: 'a smoke training of the demo model',
    tier: 'long',
    needs: needsInstall,
    cores: 2,
    minutes: 60,
    command: ['bash', '.ci/demo-model.sh', 'RESULTS'],
  },
]
