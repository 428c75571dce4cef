import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { environmentSchema } from '../../risk-service/kernel/settings/environment-variables.ts'
import { secretSettings } from '../../risk-service/kernel/settings/secret-files.ts'
import { productionPackages } from './production-packages.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, 'deploy', file), 'utf8')
const settings = [...Object.keys(environmentSchema.shape), ...secretSettings.map(name => `${name}_FILE`)]
const notSettings = (names: readonly string[]): string[] =>
  names.filter(name => /^(?:ASSAY|DATABASE|APPLICATIONINSIGHTS)_/.test(name) && !settings.includes(name))
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }

interface Ajv {
  compile: (schema: object) => ((value: unknown) => boolean) & { errors?: { instancePath: string; message?: string }[] }
}

describe('the chart', () => {
  // The service's own validator, in the version that it has: the root has an older one for the lint.
  const AjvClass = createRequire(path.join(root, 'risk-service/package.json'))('ajv') as new (options: object) => Ajv
  const schema = JSON.parse(read('helm/assay/values.schema.json')) as object
  const validate = new AjvClass({ allErrors: true, strict: false }).compile(schema)
  const values = parse(read('helm/assay/values.yaml')) as Record<string, unknown>
  const templates = globSync('helm/assay/templates/*.{yaml,tpl}', { cwd: path.join(root, 'deploy') }).sort()
  const used = new Set(
    templates.flatMap(file => [...read(file).matchAll(/\.Values\.([\w.]+)/g)].map(([, name = '']) => name)),
  )
  const at = (name: string): unknown =>
    name.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values)

  it('has values that fit their schema', () => {
    expect(validate(values)).toBe(true)
  })

  it.each([
    ['a name that nobody reads', { replica: 2 }, ''],
    ['no process', { replicas: 0 }, '/replicas'],
    ['a secret as a value', { settings: { ASSAY_SECRET_KEY: 'x' } }, '/settings'],
    ['a setting that is none', { settings: { path: '/' } }, '/settings'],
    [
      'a name of a secret with blanks',
      { database: { urlSecret: { name: 'a b', key: 'k' } } },
      '/database/urlSecret/name',
    ],
    ['an address with a path', { publicUrl: 'https://assay.example/x' }, '/publicUrl'],
  ])('refuses %s', (_, change, where) => {
    expect(validate({ ...values, ...change })).toBe(false)
    expect(validate.errors?.map(({ instancePath }) => instancePath)).toContain(where)
  })

  it('reads values that it has, and has none that it does not read', () => {
    expect([...used].filter(name => at(name) === undefined)).toEqual([])
    const leaves = (value: unknown, name: string): string[] =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
        ? Object.entries(value).flatMap(([key, each]) => leaves(each, name === '' ? key : `${name}.${key}`))
        : [name]
    const isRead = (name: string): boolean => [...used].some(each => name === each || name.startsWith(`${each}.`))
    expect(leaves(values, '').filter(name => !isRead(name))).toEqual([])
  })

  it('opens and closes every block of its templates', () => {
    for (const file of templates) {
      const blocks = [...read(file).matchAll(/\{\{-?\s*(if|with|range|define|end)\b/g)].map(([, word]) => word)
      const open = blocks.filter(word => word !== 'end').length
      expect(`${file} ${open}`).toBe(`${file} ${blocks.length - open}`)
    }
  })

  it('has the version of the product, and passes settings that the service has', () => {
    expect(parse(read('helm/assay/Chart.yaml'))).toMatchObject({ version, appVersion: version })
    const names = templates.flatMap(file =>
      [...read(file).matchAll(/name: ([A-Z][A-Z_]+)$/gm)].map(([, name = '']) => name),
    )
    expect(names.length).toBeGreaterThan(4)
    expect(notSettings(names)).toEqual([])
  })

  it('runs without rights, with probes of both kinds, and refuses to render without its secrets', () => {
    const deployment = read('helm/assay/templates/deployment.yaml')
    for (const line of [
      'runAsNonRoot: true',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
      'drop: [ALL]',
      'type: RuntimeDefault',
      'automountServiceAccountToken: false',
      'maxUnavailable: 0',
    ])
      expect(deployment).toContain(line)
    expect(
      [...deployment.matchAll(/(\w+)Probe:\n\s+httpGet:\n\s+path: (\S+)/g)].map(([, kind, url]) => [kind, url]),
    ).toEqual([
      ['startup', '/health/live'],
      ['liveness', '/health/live'],
      ['readiness', '/health/ready'],
    ])
    expect([...deployment.matchAll(/required "(\S+)/g)].map(([, name]) => name)).toEqual([
      'database.urlSecret.name',
      'secretKey.secret.name',
    ])
  })
})

describe('Compose', () => {
  interface Service {
    environment?: Record<string, string>
    secrets?: string[]
    read_only?: boolean
    cap_drop?: string[]
    security_opt?: string[]
    healthcheck?: object
    deploy?: { replicas: string }
    ports?: string[]
  }
  const document = parse(read('compose/compose.yaml')) as {
    services: Record<string, Service>
    secrets: Record<string, { file: string }>
  }

  it('starts two processes behind one proxy, which alone has a port', () => {
    const { assay, proxy, database } = document.services
    expect(assay?.deploy?.replicas).toBe('${ASSAY_PROCESSES:-2}')
    expect([assay?.ports, database?.ports]).toEqual([undefined, undefined])
    expect(proxy?.ports).toHaveLength(1)
    expect(read('compose/haproxy.cfg')).toContain('server-template assay 8 assay:4300')
    expect(read('compose/haproxy.cfg')).toContain('option httpchk GET /health/ready')
  })

  it('passes secrets as files only, and settings that the service has', () => {
    const { assay } = document.services
    const environment = assay?.environment ?? {}
    expect(notSettings(Object.keys(environment))).toEqual([])
    expect(Object.keys(environment).filter(name => secretSettings.some(each => each === name))).toEqual([])
    for (const [name, value] of Object.entries(environment))
      if (name.endsWith('_FILE')) expect(assay?.secrets).toContain(path.posix.basename(value))
    expect(Object.keys(document.secrets).sort()).toEqual(['database-password', 'database-url', 'secret-key'])
  })

  it('gives the service a read-only root and no rights', () => {
    for (const name of ['assay', 'proxy'])
      expect(document.services[name]).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
  })
})

describe('the image, the unit and the package', () => {
  it('an image has a numeric user, a health check by its own Node, and base images as arguments', () => {
    const text = read('container/Containerfile')
    expect(text).toMatch(/^USER 10001:10001$/m)
    expect(text).toMatch(/^HEALTHCHECK [\s\S]*?health\.mjs", "ready"\]$/m)
    expect([...text.matchAll(/^FROM (\S+)/gm)].map(([, from]) => from)).toEqual([
      '${BUILD_IMAGE}',
      'scratch',
      '${BASE_IMAGE}',
    ])
    const names = [...text.matchAll(/(?<=^ENV .*)([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name)
    expect(names).toContain('ASSAY_DATA_DIR')
    expect(notSettings(names)).toEqual([])
  })

  it('the settings of the package are settings of the service, those in comments, too', () => {
    const text = read('debian/assay.env')
    const all = Object.keys(parseEnv(text.replaceAll(/^#(?=[A-Z_]+=)/gm, '')))
    expect(all.length).toBeGreaterThan(8)
    expect(notSettings(all)).toEqual([])
    // Readable by a shell as well: no value needs quotes.
    expect(text.split('\n').filter(line => /^[A-Z_]+=.*[\s'"$`]/.test(line))).toEqual([])
  })

  it('every command of an installation is a command of the checkout', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const commands = [...read('bin/assay.mjs').matchAll(/^ {2}'?([\w-]+)'?: '(.+)',$/gm)]
    expect(commands.length).toBeGreaterThan(8)
    for (const [, name = '', file] of commands) expect([name, scripts[name]]).toEqual([name, `node ${file}`])
  })

  it('a tree has the packages of the service and no tools', () => {
    const names = productionPackages(root, 'risk-service')
    for (const name of ['pg', 'hono', 'oidc-provider', '@hono/node-server'])
      expect(names).toContain(`node_modules/${name}`)
    expect(names).toContain('risk-service/node_modules/ajv')
    expect(names.filter(name => /vitest|storybook|playwright|eslint|azurite|node-linux/.test(name))).toEqual([])
  })

  it('every YAML file is one document without errors or doubled keys', () => {
    const files = globSync('{compose,prometheus,helm/assay}/*.{yaml,yml}', { cwd: path.join(root, 'deploy') })
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) {
      const documents = parseAllDocuments(read(file))
      expect([file, documents.length, documents.flatMap(({ errors }) => errors)]).toEqual([file, 1, []])
    }
  })
})
