import { describe, expect, it } from '@jest/globals'
import { settingNames } from '../../src/config/settings.js'
import { misspeltSettings } from '../../src/config/misspelt-settings.js'

describe('a misspelt setting', () => {
  it.each([
    ['DATA_DRI', 'DATA_DIR'],
    ['DATADIR', 'DATA_DIR'],
    ['data_dir', 'DATA_DIR'],
    ['DATE_DIR', 'DATA_DIR'],
    ['APP_PROT', 'APP_PORT'],
    ['APP_PORTS', 'APP_PORT'],
    ['app-port', 'APP_PORT'],
    ['PARLEY_APP_PORT', 'APP_PORT'],
    ['PARLEY_HOST', 'HOST'],
    ['HSOT', 'HOST'],
    ['HOTS', 'HOST'],
    ['ROLE', 'ROLES'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['MONGODB_URI', 'MONGODB_URL'],
    ['MONGO_URL', 'MONGODB_URL'],
    ['LOG_LEVL', 'LOG_LEVEL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['LOCAL_MODLE', 'LOCAL_MODEL'],
    ['LOCAL_MODELS', 'LOCAL_MODEL'],
    ['LOCAL_MODEL_KEY', 'LOCAL_MODEL_API_KEY'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['ADMIN_EMAIL', 'ADMIN_EMAILS'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['PLAYGRUOND', 'PLAYGROUND'],
    ['RATELIMITS', 'RATE_LIMITS'],
    ['HOSTED_KEY', 'HOSTED_API_KEY'],
    ['HOSTED_API_TOKEN', 'HOSTED_API_KEY'],
    ['SEARCH_KEY', 'SEARCH_API_KEY'],
    ['SOCIAL_A_CLIENTID', 'SOCIAL_A_CLIENT_ID'],
    ['SOCIAL_B_USER_INFO_URL', 'SOCIAL_B_USERINFO_URL'],
    ['SOCIAL_C_SECRET', 'SOCIAL_C_CLIENT_SECRET'],
    ['SMTP_HOST', 'SMTP_URL'],
    ['JWT_SECRET_KEY', 'JWT_SECRET'],
    ['JWT_TTL', 'JWT_TTL_MS'],
    ['GENERATION_TIMEOUT', 'GENERATION_TIMEOUT_MS'],
    ['AI_OFFICE_PROT', 'AI_OFFICE_PORT'],
  ])('%s is found, and %s was meant', (name, meant) => {
    expect(misspeltSettings({ [name]: 'x' })).toEqual([{ name, meant }])
  })

  it('is found next to numbered settings, which are not reported themselves', () => {
    const settings = Object.fromEntries([...settingNames].map((name) => [name, 'x']))
    expect(misspeltSettings({ ...settings, APP_PROT: '1', SOCIAL_A_ISSUR: 'x' }).map(({ name }) => name)).toEqual([
      'APP_PROT',
      'SOCIAL_A_ISSUR',
    ])
    expect(misspeltSettings(settings)).toEqual([])
  })

  it.each([
    ...[
      'PORT',
      'HOSTNAME',
      'HOSTTYPE',
      'HOME',
      'POST',
      'PATH',
      'PWD',
      'LANG',
      'TERM',
      'USER',
      'SHELL',
      'TZ',
      'CI',
      'DEBUG',
    ],
    ...['NODE_OPTIONS', 'NODE_PATH', 'NODE_VERSION', 'NODE_EXTRA_CA_CERTS', 'NODE_ICU_DATA', 'YARN_VERSION'],
    ...['npm_config_host', 'npm_config_loglevel', 'npm_package_name', 'npm_lifecycle_event', 'npm_config_local_prefix'],
    ...['KUBERNETES_SERVICE_HOST', 'KUBERNETES_PORT_443_TCP_ADDR', 'HOSTED_SERVICE_HOST', 'SEARCH_SERVICE_PORT_HTTP'],
    ...['CHATLOG_PORT_8000_TCP', 'PARLEY_SERVICE_HOST', 'PARLEY_PORT_8080_TCP', 'PARLEY_PORT', 'PARLEY_VERSION'],
    ...['POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB', 'POSTGRES_HOST', 'PGHOST', 'PGDATA', 'DATABASE_HOST'],
    ...['MONGO_INITDB_ROOT_PASSWORD', 'MONGODB_ROOT_PASSWORD', 'REDIS_HOST', 'MYSQL_HOST', 'DB_HOST', 'DB_URL'],
    ...['HF_HOME', 'HF_HUB_CACHE', 'HF_HUB_OFFLINE', 'HUGGING_FACE_HUB_TOKEN', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
    ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'GH_TOKEN', 'API_KEY'],
    ...[
      'API_URL',
      'API_PORT',
      'APP_HOST',
      'APP_ENV',
      'APP_NAME',
      'APP_ROOT',
      'APP_PATH',
      'WEB_PORT',
      'SERVICE_NAME',
      'SERVICE_PORT',
    ],
    ...[
      'IMAGE_TAG',
      'IMAGE_NAME',
      'LOG_FORMAT',
      'LOG_FILE',
      'LOG_DIR',
      'MODEL_NAME',
      'PUBLIC_KEY',
      'PUBLIC_PORT',
      'DATA_PATH',
    ],
    ...[
      'XDG_DATA_DIRS',
      'XDG_DATA_HOME',
      'AI_AGENT',
      'AI_GATEWAY_API_KEY',
      'HOSTED_ZONE_ID',
      'LOAD_BALANCER',
      'QUEUE_URL',
    ],
    ...[
      'CRASH_SECONDS',
      'CRASH_SEED',
      'TEST_DATABASE_URL',
      'TEST_MONGODB_URL',
      'INVOCATION_ID',
      'JOURNAL_STREAM',
      'LS_COLORS',
    ],
    ...[
      'DYNO',
      'SOURCE_VERSION',
      'RENDER_SERVICE_NAME',
      'FLY_REGION',
      'K_SERVICE',
      'AWS_REGION',
      'AWS_PROFILE',
      'AWS_ACCESS_KEY',
      'AWS_SECRET_KEY',
      'GOOGLE_CLOUD_PROJECT',
    ],
  ])('%s is of other software, and is none', (name) => {
    expect(misspeltSettings({ [name]: 'x' })).toEqual([])
  })

  it('is not a variable that another setting names', () => {
    const environment = { HOSTED_MINE_KEY: 'x', HOSTED_OTHER_KEY: 'x' }
    expect(misspeltSettings(environment, ['HOSTED_MINE_KEY'])).toEqual([
      { name: 'HOSTED_OTHER_KEY', meant: 'HOSTED_API_KEY' },
    ])
  })

  it('is not a variable of a container link, whatever the name of the service', () => {
    const links = { OFFICE_PORT: 'tcp://10.0.0.7:80', SEARCH_PORT: 'udp://10.0.0.8:53', AI_OFFICE_NAME: 'tcp://x' }
    expect(misspeltSettings(links)).toEqual([])
  })
})
