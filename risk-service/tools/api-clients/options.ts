import { parseArgs } from 'node:util'
import { z } from 'zod'
import { tokenEndings } from '../../contract/index.ts'
import { credentialMonths } from '../../kernel/identity/client-secrets.ts'

const usage = `Usage: npm run --silent api-client -- list
       npm run --silent api-client -- add --name NAME [--environment ID or path] [--roles risk,provisioning] [--client-id ID] [--certificate FILE | --months N]
       npm run --silent api-client -- rotate --client-id ID [--certificate FILE | --months N]
       npm run --silent api-client -- revoke --client-id ID [--credential ID or thumbprint [--tokens expire|end]]`

/** Thrown when the command was not understood. */
export class UsageError extends Error {}

const roles = { risk: 'RiskApi', provisioning: 'ProvisioningApi' } as const
const values = {
  environment: z.string(),
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(93, 'may have at most 93 characters')
    .regex(/^\P{Cc}*$/u, 'must be one line'),
  roles: z
    .string()
    .transform(text => [
      ...new Set(
        text
          .split(',')
          .map(role => role.trim().toLowerCase())
          .filter(Boolean),
      ),
    ])
    .pipe(
      z
        .array(z.enum(['risk', 'provisioning'], 'may name risk and provisioning, parted by a comma'))
        .min(1, 'has to name at least one of risk and provisioning'),
    )
    .transform(names => names.map(name => roles[name])),
  'client-id': z.string().regex(/^[\w.-]{1,100}$/, 'has to be 1 to 100 letters, digits, dots, hyphens or underscores'),
  certificate: z.string().min(1, 'has to name a certificate file'),
  months: z
    .string()
    .regex(/^\d+$/, 'has to be a whole number of months')
    .transform(Number)
    .refine(months => months >= 1 && months <= credentialMonths, `has to be 1 to ${credentialMonths}`),
  credential: z.string().min(1, 'must not be empty'),
  tokens: z.enum(tokenEndings, 'has to be expire or end'),
}
const credential = { certificate: values.certificate.optional(), months: values.months.default(credentialMonths) }
const schemas = {
  list: z.strictObject({}),
  add: z.strictObject({
    ...credential,
    environment: values.environment.optional(),
    name: values.name,
    roles: values.roles.default(['RiskApi']),
    'client-id': values['client-id'].optional(),
  }),
  rotate: z.strictObject({ ...credential, 'client-id': values['client-id'] }),
  revoke: z.strictObject({
    'client-id': values['client-id'],
    credential: values.credential.optional(),
    tokens: values.tokens.optional(),
  }),
}
export type ClientCommand = {
  [K in keyof typeof schemas]: { command: K; options: z.infer<(typeof schemas)[K]> }
}[keyof typeof schemas]

const isCommand = (text: string | undefined): text is keyof typeof schemas =>
  text !== undefined && Object.hasOwn(schemas, text)

/** Parses the command. Unknown options, options of another command and invalid values are refused by name. */
export function parseCommand(args: readonly string[]): ClientCommand {
  const { command, options } = parse(args)
  if (options['certificate'] !== undefined && options['months'] !== undefined)
    throw new UsageError('--months is for secrets: a certificate has its own end.')
  if (command === 'revoke' && options['tokens'] !== undefined && options['credential'] === undefined)
    throw new UsageError('--tokens is for one credential: those of a client that is deleted end at once.')
  const read = schemas[command].safeParse(options)
  if (read.success) return { command, options: read.data } as ClientCommand
  const lines = read.error.issues.flatMap(issue =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(key => `--${key} is not for ${command}`)
      : [`--${String(issue.path[0])} ${options[String(issue.path[0])] === undefined ? 'is missing' : issue.message}`],
  )
  throw new UsageError(lines.join('\n'))
}

function parse(args: readonly string[]): {
  command: keyof typeof schemas
  options: Record<string, string | undefined>
} {
  try {
    const {
      values: options,
      positionals: [command, ...more],
    } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(Object.keys(values).map(name => [name, { type: 'string' as const }])),
    })
    if (!isCommand(command) || more.length > 0) throw new UsageError(usage)
    return { command, options: options as Record<string, string | undefined> }
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`${error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)}\n${usage}`)
  }
}
